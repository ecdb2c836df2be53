export { NumberColumn, TextColumn } from './columns.ts';
export * from './format.ts';
export type { EnvelopeOptions } from './json-envelope.ts';
export { leavesToRows, readJsonEnvelope } from './json-envelope.ts';
export { type JsonTokenHandler, JsonTokenizer } from './json-tokens.ts';
export { DEFAULT_KEY_SEPARATOR } from './names.ts';
export { Pacer } from './pace.ts';
export { FORMATS, formatByContentType, formatById } from './registry.ts';
export { decodeUtf8, encodeUtf8 } from './utf8.ts';
