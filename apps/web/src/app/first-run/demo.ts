import demo from './demo-project.json';
import { importContent, saveProject, setDemoProjects } from './first-run.queries.ts';

/**
 * Creates a demo project through the ordinary API. Stores its id in the user's preferences, so that the app knows that
 * it is a demo. Returns the id.
 */
export async function createDemo(
  organizationId: string,
  demoProjects: readonly string[],
): Promise<string> {
  const { name, messageFormat, content } = demo;
  const { id } = await saveProject(organizationId, null, {
    name,
    sourceLocale: 'en',
    messageFormat: messageFormat as 'icu',
    runtimes: null,
  });
  await setDemoProjects([...demoProjects, id]);
  await importContent(organizationId, id, 'en', content.en);
  await importContent(organizationId, id, 'ar', content.ar);
  return id;
}
