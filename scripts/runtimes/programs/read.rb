# Reads YAML files, whose names are lines of the standard input. Prints their texts as JSON.
# read.rb psych <separator>    read.rb i18n    read.rb dump <from> <to>
require 'json'
require 'yaml'

def flatten(tree, separator, prefix, texts)
  tree.each do |name, value|
    if value.is_a?(Hash)
      flatten(value, separator, "#{prefix}#{name}#{separator}", texts)
    elsif !value.nil?
      # A text that YAML parses as a number or a date is shown as the parsed value.
      texts["#{prefix}#{name}"] = value.is_a?(String) ? value : value.inspect
    end
  end
  texts
end

def of_i18n(path)
  backend = I18n::Backend::Simple.new
  backend.load_translations(path)
  locale = backend.available_locales.first
  names = flatten(backend.translations[locale], '.', '', {}).keys
  names.to_h { |name| [name, backend.translate(locale, name)] }
end

case ARGV[0]
when 'version'
  require 'i18n'
  puts "#{RUBY_VERSION}, Psych #{Psych::VERSION}, I18n #{I18n::VERSION}"
  exit
when 'dump'
  File.write(ARGV[2], YAML.dump(YAML.safe_load(File.read(ARGV[1], encoding: 'UTF-8'))))
  exit
when 'i18n'
  require 'i18n'
  I18n.enforce_available_locales = false
end

files = $stdin.read.split("\n").map do |path|
  begin
    texts =
      if ARGV[0] == 'i18n'
        of_i18n(path)
      else
        flatten(YAML.safe_load(File.read(path, encoding: 'UTF-8')) || {}, ARGV[1], '', {})
      end
    { texts: texts }
  rescue StandardError, SyntaxError => error
    { error: "#{error.class}: #{error.message}" }
  end
end
puts JSON.generate(files)
