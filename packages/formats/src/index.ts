export { NumberColumn, TextColumn } from './columns.ts';
export * from './format.ts';
export type { EnvelopeOptions, EnvelopePart, JsonValue } from './json-envelope.ts';
export { leavesToRows, readJsonEnvelope } from './json-envelope.ts';
export type { JsonLeavesOptions, NamedText } from './json-rows.ts';
export {
  DEFAULT_KEY_SEPARATOR,
  elementName,
  memberName,
  NameTree,
  type NestedStep,
} from './names.ts';
export { FORMATS, formatByContentType, formatById } from './registry.ts';
export { assertText, decodeUtf8, encodeUtf8, isLongerThan, readUtf8 } from './utf8.ts';
