import {
  diffTexts,
  type Finding,
  type MessageFormat,
  maskText,
  repairMessage,
  unmaskInto,
  type VerifyOptions,
  verifyMessage,
  verifyWithFixes,
} from '@parlance/messages';
import { mapCategories } from '@parlance/messages/forms';
import { replaceText } from './replace-text.ts';

/** Options of a check in the service, which must know the runtimes of the project. */
export type CheckOptions = VerifyOptions & Required<Pick<VerifyOptions, 'runtimes'>>;

export type MessagePair = readonly [source: string, target: string, options: CheckOptions];

export const verifyPairs = (pairs: readonly MessagePair[]): (readonly Finding[])[] =>
  pairs.map(([source, target, options]) => verifyMessage(source, target, options));

export const maskTexts = (texts: readonly string[], format: MessageFormat): string[] =>
  texts.map((text) => maskText(text, format));

/** Functions for the worker thread. Their arguments and results can be cloned. */
export const MESSAGE_FUNCTIONS = {
  diffTexts,
  mapCategories,
  maskText,
  maskTexts,
  repairMessage,
  replaceText,
  unmaskInto,
  verifyMessage,
  verifyPairs,
  verifyWithFixes,
};

export type MessageFunctions = typeof MESSAGE_FUNCTIONS;
export type FunctionName = keyof MessageFunctions;
export type Arguments<Name extends FunctionName> = Parameters<MessageFunctions[Name]>;
export type Result<Name extends FunctionName> = ReturnType<MessageFunctions[Name]>;
