import { canonicalTag } from '../locale-tag.ts';

/** Stands between context and `msgid`, as in GNU's MO files. */
export const CONTEXT_END = '\u0004';

export const keyNameOf = (context: string | undefined, id: string): string =>
  context === undefined ? id : context + CONTEXT_END + id;

/** The `msgctxt` and `msgid` of a key name. */
export function splitKeyName(name: string): { context: string | undefined; id: string } {
  const end = name.indexOf(CONTEXT_END);
  if (end === -1) return { context: undefined, id: name };
  return { context: name.slice(0, end), id: name.slice(end + 1) };
}

const SCRIPTS: Readonly<Record<string, string>> = { latin: 'Latn', cyrillic: 'Cyrl' };

/** The tag that a POSIX locale name means (`sr@latin`, `de_DE.UTF-8`); null for other text. */
export function tagOfPosix(text: string): string | null {
  const match = /^([A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{1,8})*)(?:\.[\w-]+)?(?:@(\w+))?$/.exec(text);
  if (match === null) return null;
  const [, locale, modifier = ''] = match;
  const [language, ...rest] = locale!.split(/[_-]/);
  const script = SCRIPTS[modifier.toLowerCase()];
  const variant = /^\w{5,8}$/.test(modifier) && modifier !== 'euro' ? [modifier] : [];
  return canonicalTag(
    [language, ...(script ? [script, ...rest] : [...rest, ...variant])].join('-'),
  );
}

/** The name of a locale in a header. */
export function posixOf(tag: string): string {
  const { language, script, region } = new Intl.Locale(tag);
  const rest = tag.split('-').slice(1);
  const known = rest.filter((part) => part !== script && part !== region);
  const place = region === undefined ? language : `${language}_${region}`;
  if (known.length === 0 && script === undefined) return place;
  if (known.length === 0 && script === 'Latn') return `${place}@latin`;
  if (known.length === 0 && script === 'Cyrl') return `${place}@cyrillic`;
  if (script === undefined && known.length === 1 && known[0] === 'valencia')
    return `${place}@valencia`;
  return tag.replaceAll('-', '_');
}
