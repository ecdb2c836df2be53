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

// `long-texts.long.test.ts` has a separate text for each kind of token.
describeLongTexts(
  'all kinds of tokens',
  'A {a} %s <b>b</b> &amp; c. {{d}} $t(e) http://f.gh {#k}l{/k} @m.n <%= o %> 👩\u200d it’s 1,2 %{i} `j`\n',
  () => ({ app, tenant }),
);
