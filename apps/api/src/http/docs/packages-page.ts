import type { Site } from '../../deps.ts';
import type { StaticContent } from '../answer/static-answer.ts';
import { type Html, html } from '../pages/html.ts';
import { makeDocumentPage } from './document-page.ts';
import { PACKAGE_TITLES, type PackageName, readPackage } from './package-file.ts';

const NAMES = Object.keys(PACKAGE_TITLES) as PackageName[];
const INSTALLS: Readonly<Record<PackageName, string>> = {
  cli: 'npm install --save-dev',
  sdk: 'npm install',
  reader: 'npm install',
};

export async function makePackagesPage(site: Site): Promise<StaticContent> {
  const sections = await Promise.all(NAMES.map((name) => renderPackage(site, name)));
  return makeDocumentPage(
    'Packages',
    html`<p>This service has the command line, the SDK and the reader in its own version, ${site.version}. npm writes the hash of a package to the lock file of your project. After an upgrade of the service, install them again. <a href="../docs">API reference</a></p>
${sections}`,
  );
}

async function renderPackage({ publicUrl }: Site, name: PackageName): Promise<Html> {
  const file = await readPackage(name);
  return html`<section id="${name}">
<h2><a href="#${name}">Package of the ${PACKAGE_TITLES[name]}</a></h2>
<p><code>${INSTALLS[name]} ${publicUrl}/${name}.tgz</code></p>
<p class="status">${file === null ? 'It is being built: load this page again.' : html`<code>${file.integrity}</code>`}</p>
</section>
`;
}
