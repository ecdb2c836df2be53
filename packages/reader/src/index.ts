export { createReader } from './create-reader.ts';
export type {
  FlatMessages,
  LoadedTexts,
  Messages,
  Reader,
  ReaderOptions,
  ReaderStorage,
} from './types.ts';
