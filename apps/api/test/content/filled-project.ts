import type { Project } from '@parlance/contracts';
import type { Client } from '@parlance/sdk';
import { createProject } from '../app/build.ts';

/** Creates a project with two keys with a German text and one key without. XLIFF adds notes and states. */
export async function createFilledProject(client: Client): Promise<Project> {
  const project = await createProject(client);
  await client.i18n.projects.import({
    projectId: project.id,
    locale: 'en',
    format: 'csv',
    content: 'key,en,description\r\nhome.title,Home,The page\r\nhome.hint,"Go, now",\r\nb,Bye,\r\n',
  });
  await client.i18n.projects.import({
    projectId: project.id,
    locale: 'de',
    format: 'xliff',
    content: `<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
      <file original="m" datatype="plaintext" source-language="en" target-language="de"><body>
        <trans-unit id="1" resname="home.title"><source>Home</source><target state="final">Start</target></trans-unit>
        <trans-unit id="2" resname="b"><source>Bye</source><target state="needs-review-translation">Tschüs</target></trans-unit>
      </body></file></xliff>`,
  });
  return project;
}
