export * from './build.ts';
export * from './common.ts';
export * from './list.ts';
export * from './password.ts';
export * from './plain.ts';
export * from './problem.ts';
export * from './translation.ts';
export * from './work.ts';
