# Looks up the texts in the lines of the standard input with I18n. Prints the output of an app.
require 'i18n'
require 'uri'

I18n.enforce_available_locales = false

def value_of(field)
  return field[1..] if field.start_with?("'")

  field.include?('.') ? field.to_f : field.to_i
end

def spelled(text)
  text.gsub(/[^A-Za-z0-9]/) { |char| char.bytes.map { |byte| format('%%%02X', byte) }.join }
end

$stdin.set_encoding('UTF-8')
$stdin.each_line(chomp: true) do |line|
  text, locale, *fields = line.split("\t", -1).map { |field| URI.decode_www_form_component(field) }
  values = fields.to_h { |field| field.split('=', 2) }.transform_keys(&:to_sym).transform_values { |field| value_of(field) }
  begin
    I18n.backend.store_translations(locale, text: text)
    puts "=#{spelled(I18n.translate(:text, **values, locale: locale, raise: true))}"
  rescue ArgumentError, KeyError, TypeError => error
    puts "!#{spelled(error.message)}"
  end
end
