import createClient from 'openapi-fetch';
import type { components, paths } from './paths.ts';

/** Performs the first steps of the guide with a generated client. A test compiles this function but never runs it. */
export async function firstSteps(baseUrl: string, key: string): Promise<string> {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `ApiKey ${key}` } });
  await client.POST('/v1/auth/sign-up', {
    body: { email: 'you@example.com', password: 'correct horse battery', name: 'You' },
  });
  await client.POST('/v1/auth/sign-in', {
    body: { email: 'you@example.com', password: 'correct horse battery' },
  });
  const minted = await client.POST('/v1/api-keys', {
    body: { name: 'first', scopes: ['i18n:read', 'i18n:write', 'releases:write'] },
  });
  const token: string | undefined = minted.data?.data.token;
  const created = await client.POST('/v1/i18n/projects', {
    body: { name: 'My app', sourceLocale: 'en' },
  });
  const project: components['schemas']['Project'] | undefined = created.data?.data;
  if (!project) throw new Error(created.error?.code);
  const imported = await client.POST('/v1/i18n/projects/{projectId}/import', {
    params: { path: { projectId: project.id } },
    body: {
      locale: 'en',
      targetLocales: ['es'],
      translateMissing: true,
      content: { home: { greeting: 'Hello {name}, welcome back', save: 'Save the changes' } },
    },
  });
  const total: number | undefined = imported.data?.data.keys.total;
  await client.POST('/v1/i18n/projects/{projectId}/releases', {
    params: { path: { projectId: project.id } },
    body: { environment: 'production' },
  });
  const bundle = await client.GET('/v1/i18n/bundles/{projectId}/{environment}/{localeCode}', {
    params: { path: { projectId: project.id, environment: 'production', localeCode: 'es' } },
  });
  const messages = bundle.data && 'data' in bundle.data ? bundle.data.data.messages : {};
  return `${token} ${total} ${String(messages.home)}`;
}
