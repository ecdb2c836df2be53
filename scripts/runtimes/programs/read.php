<?php
// Reads files, whose names are lines of the standard input. Prints their texts as JSON.
// read.php yaml|xliff|po|csv|json    read.php dump yaml|xliff|po <locale> <from> <to>
require '/usr/share/php/Symfony/Component/Translation/autoload.php';
require '/usr/share/php/Symfony/Component/Yaml/autoload.php';

use Symfony\Component\Translation\Dumper;
use Symfony\Component\Translation\Loader;

function loader(string $format): Loader\LoaderInterface {
  return match ($format) {
    'yaml' => new Loader\YamlFileLoader(),
    'xliff' => new Loader\XliffFileLoader(),
    'po' => new Loader\PoFileLoader(),
    'json' => new Loader\JsonFileLoader(),
  };
}

if ($argv[1] === 'version') {
  preg_match('/Version: (\S+)/', shell_exec('dpkg -s php-symfony-translation'), $found);
  echo PHP_VERSION, ', Symfony ', $found[1];
  exit;
}
if ($argv[1] === 'dump') {
  [, , $format, $locale, $from, $to] = $argv;
  $catalogue = loader($format)->load($from, $locale, 'messages');
  $dumper = match ($format) {
    'yaml' => new Dumper\YamlFileDumper(),
    'xliff' => new Dumper\XliffFileDumper(),
    'po' => new Dumper\PoFileDumper(),
  };
  file_put_contents($to, $dumper->formatCatalogue($catalogue, 'messages', ['default_locale' => 'en']));
  exit;
}
$files = [];
foreach (explode("\n", trim(stream_get_contents(STDIN))) as $path) {
  try {
    $texts = loader($argv[1])->load($path, 'de', 'messages')->all('messages');
    $files[] = ['texts' => (object) array_map(fn ($text) => is_string($text) ? $text : var_export($text, true), $texts)];
  } catch (Throwable $error) {
    $cause = $error->getPrevious() ? $error->getPrevious()->getMessage() : '';
    $files[] = ['error' => get_class($error) . ': ' . $error->getMessage() . ' ' . $cause];
  }
}
echo json_encode($files, JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR);
