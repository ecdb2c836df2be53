import type { ValueState } from '@parlance/sdk';
import { Clone } from '../../../../packages/cli/test/clone.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createProject, createTenant, type Tenant } from '../app/build.ts';
import { bring, storedTexts } from '../content/import.ts';

type Texts = Record<string, string>;

/** A running server with an organization. */
export class World {
  readonly app: TestApp;
  readonly tenant: Tenant;
  readonly #clones: Clone[] = [];

  static async start(env: Record<string, string> = {}): Promise<World> {
    const app = await startTestApp({ env });
    return new World(app, await createTenant(app));
  }

  constructor(app: TestApp, tenant: Tenant) {
    this.app = app;
    this.tenant = tenant;
  }

  get env(): Record<string, string> {
    return { PARLANCE_URL: this.app.url, PARLANCE_KEY: this.tenant.apiKey.token };
  }

  /** Creates a project with these texts in `en`, and the locale `de`. */
  async createProject(texts: Texts = {}): Promise<string> {
    const { id } = await createProject(this.tenant.client);
    await this.tenant.client.i18n.locales.create({ projectId: id, code: 'de' });
    if (Object.keys(texts).length > 0) await this.put(id, texts);
    return id;
  }

  /** Writes texts to a project as another tool does. */
  async put(projectId: string, texts: Texts, locale = 'en'): Promise<void> {
    await bring(this.tenant, { id: projectId }, texts, { locale });
  }

  /** Writes translations with their states as translators do. */
  async translate(
    projectId: string,
    texts: Readonly<Record<string, readonly [text: string, state: ValueState]>>,
    localeCode = 'de',
  ): Promise<void> {
    for (const [key, [text, state]] of Object.entries(texts)) {
      const keyId = (await this.keyId(projectId, key))!;
      const place = { projectId, keyId, localeCode };
      await this.tenant.client.i18n.values.put({ ...place, text, state });
    }
  }

  async texts(projectId: string, locale = 'en'): Promise<Texts> {
    return Object.fromEntries(await storedTexts(this.app, projectId, locale));
  }

  async keyId(projectId: string, name: string): Promise<string | undefined> {
    const { data } = await this.tenant.client.i18n.keys.list({ projectId, archived: true });
    return data.find((key) => key.name === name)?.id;
  }

  /** Creates a checkout with flat JSON files in `locales/`. */
  clone(projectId: string, config: Record<string, unknown> = {}): Clone {
    const clone = new Clone(this.env);
    this.#clones.push(clone);
    const files = [{ path: 'locales/{locale}.json', shape: 'flat' }];
    clone.write('parlance.json', { project: projectId, files, ...config });
    return clone;
  }

  async close(): Promise<void> {
    for (const clone of this.#clones) clone.remove();
    await this.app.close();
  }
}
