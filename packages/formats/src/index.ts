export { readTermsCsv, type TermRow, writeTermsCsv } from './csv/terms-csv.ts';
export { detectFormat, HEAD_BYTES } from './detect.ts';
export { findForeignShape, SHAPE_NAMES } from './foreign-shape.ts';
export * from './format.ts';
export type { EnvelopeOptions } from './json/envelope.ts';
export { leavesToRows, readJsonEnvelope } from './json/envelope.ts';
export { nestMessages } from './json/nest-messages.ts';
export { type JsonTokenHandler, JsonTokenizer } from './json/tokens.ts';
export {
  LOCALE_STYLES,
  type LocaleStyle,
  readLocale,
  spellLocale,
} from './locale/locale-styles.ts';
export {
  missingLocales,
  warningsOfLocales,
  warningsOfMissing,
} from './locale/platform-locales.ts';
export { NumberColumn, TextColumn } from './names/columns.ts';
export { NameIndex } from './names/name-index.ts';
export { DEFAULT_KEY_SEPARATOR } from './names/names.ts';
export { PlatformNames } from './names/platform-names.ts';
export { type BaseOptions, deriveFile, patchOrDerive } from './patch/derive.ts';
export { type FilePosition, locateTexts, Places } from './patch/locate.ts';
export { findPartial, isPartial, withoutTaken } from './plural/partial.ts';
export { standsForOther } from './plural/plural-categories.ts';
export { hasNamesAsMsgids } from './po/patch.ts';
export { defaultPluralForms } from './po/plural-forms.ts';
export { formsInPo, headerInPo } from './po/read.ts';
export { FORMATS, formatByContentType, formatById, formatByPath } from './registry.ts';
export { type RenamedFile, type RenameOptions, renameInFile } from './rename/rename-in-file.ts';
export { counted } from './text/counted.ts';
export { decodeUtf8, encodeUtf8, isLongerThan } from './text/utf8.ts';
export { Yielder } from './text/yielder.ts';
export { readTmx, type TmxUnit } from './tmx/read.ts';
export { type NamedTmxUnit, writeTmx } from './tmx/write.ts';
export { describeUnread } from './unread.ts';
export {
  ONLY_LINE_BREAKS,
  REMEDIES,
  type RemedyName,
  remedyAs,
  remedyIn,
  WARNINGS,
  type WarningCode,
  type Way,
  warningKind,
} from './warnings.ts';
export { xliffVersionOf } from './xliff/retarget.ts';
