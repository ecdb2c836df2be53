import { afterAll, beforeAll } from 'vitest';
import { createTenant, type Tenant } from '../app/build.ts';
import { describeLongTexts } from './long-texts.ts';
import { type MeasuredApp, startMeasuredApp } from './measured-app.ts';

let app: MeasuredApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startMeasuredApp({ MT_ENGINES: 'pseudo' });
  tenant = await createTenant(app);
});
afterAll(() => app?.close());

/** One piece for each kind of token, and one without tokens. */
const PIECES = [
  'word ',
  'A word. ',
  'word\n',
  'x',
  ' ',
  '\u00a0x',
  '....',
  '?! ',
  'fooBar ',
  'a/b.c ',
  '日本語。',
  'ש ',
  'ıI',
  'e\u0301',
  '\u200b',
  '👩\u200d',
  '❤\ufe0f',
  '🇩',
  '{a}',
  '{{a}} ',
  '%s ',
  '%{a} ',
  '%(a)s ',
  '#{a} ',
  '$\u007ba} ',
  '$t(a) ',
  '@:a.b ',
  ':a ',
  '%a% ',
  '<b>x</b>',
  '<b>',
  '<br/>',
  '<!-- x -->',
  '<code>x</code>',
  '[x](y) ',
  '`code` ',
  '&amp; ',
  'http://a.bc/d ',
  'a@b.cd ',
  "l'a ",
  "'{' ",
  '\\n',
  '1,234.5 ',
  '50 % ',
  'a | ',
  '$',
  '@',
  '}{',
  '{n, plural, one{x} other{y}} ',
  '{a, select, x{y} other{z}} ',
  '{a, number} ',
  '{a,select,other{',
];

for (const piece of PIECES)
  describeLongTexts(JSON.stringify(piece), piece, () => ({ app, tenant }));
