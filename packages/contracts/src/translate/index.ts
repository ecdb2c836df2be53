export * from './bulk.ts';
export * from './engines.ts';
export * from './estimate.ts';
export * from './jobs.ts';
export * from './memory.ts';
export * from './multilingual.ts';
export * from './preview.ts';
export * from './text.ts';
