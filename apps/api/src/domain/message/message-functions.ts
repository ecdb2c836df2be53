import {
  diffTexts,
  maskText,
  unmaskInto,
  verifyMessage,
  verifyWithFixes,
} from '@parlance/messages';
import { mapCategories } from '@parlance/messages/forms';
import { replaceText } from './replace-text.ts';

/** Functions that take long with long messages; arguments and results can be sent to another thread. */
export const MESSAGE_FUNCTIONS = {
  diffTexts,
  mapCategories,
  maskText,
  replaceText,
  unmaskInto,
  verifyMessage,
  verifyWithFixes,
};

export type MessageFunctions = typeof MESSAGE_FUNCTIONS;
export type FunctionName = keyof MessageFunctions;
export type Arguments<Name extends FunctionName> = Parameters<MessageFunctions[Name]>;
export type Result<Name extends FunctionName> = ReturnType<MessageFunctions[Name]>;
