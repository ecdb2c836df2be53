import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';

const isInstalled = spawnSync('xmllint', ['--version']).status === 0;
if (!isInstalled) console.warn('Skipped: xmllint is not installed.');

/** Expects that libxml2 accepts a document. */
export function expectWellFormed(document: string): void {
  if (!isInstalled) return;
  const { stderr } = spawnSync('xmllint', ['--noout', '-'], { input: document, encoding: 'utf8' });
  expect(stderr).toBe('');
}
