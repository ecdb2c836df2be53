<?php
// Formats the texts in the lines of the standard input. Prints the output of an app.
// show.php sprintf|symfony
require '/usr/share/php/Symfony/Component/Translation/autoload.php';

use Symfony\Component\Translation\Loader\ArrayLoader;
use Symfony\Component\Translation\Translator;

function show(string $mode, string $text, string $locale, array $values): string {
  if ($mode === 'sprintf') return sprintf($text, ...array_values($values));
  $translator = new Translator($locale);
  $translator->addLoader('array', new ArrayLoader());
  $translator->addResource('array', ['text' => $text], $locale);
  $named = [];
  foreach ($values as $name => $value) $named[$name === 'n' ? '%count%' : "%$name%"] = $value;
  return $translator->trans('text', $named);
}

while (($line = fgets(STDIN)) !== false) {
  [$text, $locale, $fields] = [...array_map('rawurldecode', array_slice($all = explode("\t", rtrim($line, "\n")), 0, 2)), array_slice($all, 2)];
  $values = [];
  foreach (array_map('rawurldecode', $fields) as $field) {
    [$name, $value] = explode('=', $field, 2);
    $values[$name] = $value[0] === "'" ? substr($value, 1) : $value + 0;
  }
  try {
    echo '=', rawurlencode(show($argv[1], $text, $locale, $values)), "\n";
  } catch (Throwable $error) {
    echo '!', rawurlencode($error->getMessage()), "\n";
  }
}
