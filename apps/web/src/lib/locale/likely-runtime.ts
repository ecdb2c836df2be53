import type { FileFormatName, MessageFormat } from '@parlance/contracts';
import type { RuntimeName } from '@parlance/messages';

const OF_FILES: Readonly<Partial<Record<FileFormatName, RuntimeName>>> = {
  android: 'android',
  arb: 'flutter',
  chrome: 'chrome-extension',
  formatjs: 'formatjs',
  po: 'gettext',
  properties: 'java-text',
  resx: 'dotnet',
  strings: 'apple',
  stringsdict: 'apple',
  xcstrings: 'apple',
};

const OF_MESSAGES: Readonly<Partial<Record<MessageFormat, RuntimeName>>> = {
  chrome: 'chrome-extension',
  dotnet: 'dotnet',
  flutter: 'flutter',
  flutter_relaxed: 'flutter',
  i18next: 'i18next',
  java: 'java-text',
  ruby: 'rails',
};

/** Returns the library that most likely displays the texts. Null if there are several. */
export const likelyRuntime = (
  messageFormat: MessageFormat,
  file?: FileFormatName,
): RuntimeName | null =>
  (file === undefined ? undefined : OF_FILES[file]) ?? OF_MESSAGES[messageFormat] ?? null;
