import type { Config } from '@parlance/config';
import { knownRuntimes } from '@parlance/messages';
import { messageFormatOf } from '../documents/message-format-of.ts';
import type { CheckContext } from './check-text.ts';

/** Derives the settings of a project from the configuration and the files. Used if the server cannot be asked. */
export const offlineContext = ({
  sourceLocale = 'en',
  runtimes,
  root,
  files,
}: Config): CheckContext => ({
  keySeparator: '.',
  sourceLocale,
  messageFormat: messageFormatOf(root, files) ?? 'auto',
  runtimes: knownRuntimes(runtimes),
  levels: {},
});
