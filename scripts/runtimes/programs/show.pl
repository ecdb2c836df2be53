# Formats the texts in the lines of the standard input with sprintf. Prints the output of an app.
use strict;
use warnings FATAL => qw(missing);
no warnings qw(printf redundant);
use Encode qw(decode encode);
use utf8;

sub plain { my ($field) = @_; $field =~ s/%([0-9A-F]{2})/chr hex $1/ge; decode('UTF-8', $field) }
sub spelled { my $text = encode('UTF-8', shift); $text =~ s/([^A-Za-z0-9])/sprintf '%%%02X', ord $1/ge; $text }

while (my $line = <STDIN>) {
  chomp $line;
  my ($text, $locale, @values) = map { plain($_) } split /\t/, $line, -1;
  s/^[^=]*=\'?// for @values;
  my $shown = eval { no if $] >= 5.018, warnings => 'redundant'; sprintf $text, @values };
  print defined $shown ? '=' . spelled($shown) : '!' . spelled($@), "\n";
}
