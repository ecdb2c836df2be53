const formatters = new Map<string, unknown>();

/** Returns the formatter of a locale with the given options. Creates it only once. */
export function cached<Made, Options>(
  Formatter: new (locale: string, options?: Options) => Made,
  locale: string,
  options?: Options,
): Made {
  const key = Formatter.name + locale + JSON.stringify(options);
  const known = formatters.get(key) as Made | undefined;
  const formatter = known ?? new Formatter(locale, options);
  if (!known) formatters.set(key, formatter);
  return formatter;
}
