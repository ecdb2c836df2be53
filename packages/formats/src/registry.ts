import { android } from './android/android.ts';
import { strings } from './apple/strings/strings.ts';
import { stringsdict } from './apple/stringsdict/stringsdict.ts';
import { xcstrings } from './apple/xcstrings/xcstrings.ts';
import { arb } from './arb/arb.ts';
import { chrome } from './chrome/chrome.ts';
import { csv } from './csv/csv.ts';
import type { FileFormat } from './format.ts';
import { formatjs } from './formatjs/formatjs.ts';
import { json } from './json/json.ts';
import { po } from './po/po.ts';
import { properties } from './properties/properties.ts';
import { resx } from './resx/resx.ts';
import { xliff } from './xliff/xliff.ts';
import { yaml } from './yaml/yaml.ts';

/**
 * All formats. If several formats share an extension, the first one is its default. A new format
 * needs a folder, a line here and a test file that runs the shared suite.
 */
export const FORMATS: readonly FileFormat[] = [
  json,
  csv,
  yaml,
  xliff,
  po,
  android,
  strings,
  stringsdict,
  xcstrings,
  properties,
  arb,
  formatjs,
  chrome,
  resx,
];

const byExtension = new Map(
  FORMATS.toReversed().flatMap((format) =>
    format.extensions.map((extension) => [extension, format] as const),
  ),
);

const byId = new Map(FORMATS.map((format) => [format.id, format]));

/** Additional content types by which requests can select a format. */
const OTHER_CONTENT_TYPES: Readonly<Record<string, string>> = {
  'application/csv': 'csv',
  'application/x-yaml': 'yaml',
  'text/yaml': 'yaml',
  'text/x-yaml': 'yaml',
  'application/x-xliff+xml': 'xliff',
  'text/x-po': 'po',
  'text/x-pot': 'po',
  'application/x-gettext': 'po',
  'text/x-properties': 'properties',
  'application/x-microsoft-resx': 'resx',
};

const byContentType = new Map([
  ...Object.entries(OTHER_CONTENT_TYPES).map(([type, id]) => [type, byId.get(id)] as const),
  ...FORMATS.map((format) => [format.contentType, format] as const),
]);

export function formatById(id: string): FileFormat | undefined {
  return byId.get(id);
}

/** Returns the format for the file name extension of a path, ignoring case. */
export function formatByPath(path: string): FileFormat | undefined {
  const dot = path.lastIndexOf('.');
  return dot === -1 ? undefined : byExtension.get(path.slice(dot + 1).toLowerCase());
}

/** Returns the format for a `Content-Type` or media range. Ignores parameters and case. */
export function formatByContentType(contentType: string): FileFormat | undefined {
  const end = contentType.indexOf(';');
  const type = end === -1 ? contentType : contentType.slice(0, end);
  return byContentType.get(type.trim().toLowerCase());
}
