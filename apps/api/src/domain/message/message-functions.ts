import {
  diffTexts,
  type Finding,
  type MessageFormat,
  maskText,
  unmaskInto,
  type VerifyOptions,
  verifyMessage,
  verifyWithFixes,
} from '@parlance/messages';
import { mapCategories } from '@parlance/messages/forms';
import { replaceText } from './replace-text.ts';

/** A source text and a translation, with the options for comparing them. */
export type MessagePair = readonly [source: string, target: string, options: VerifyOptions];

/** Calls `verifyMessage` for each pair of messages. */
export const verifyPairs = (pairs: readonly MessagePair[]): (readonly Finding[])[] =>
  pairs.map(([source, target, options]) => verifyMessage(source, target, options));

/** Calls `maskText` for each text. */
export const maskTexts = (texts: readonly string[], format: MessageFormat): string[] =>
  texts.map((text) => maskText(text, format));

/** Functions that run in the worker thread if their messages are long. Their arguments and results can be cloned. */
export const MESSAGE_FUNCTIONS = {
  diffTexts,
  mapCategories,
  maskText,
  maskTexts,
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
