import { resx } from '../../../packages/formats/src/resx/resx.ts';
import { textsOf } from '../entry.ts';
import { resgen, resxReader } from '../readers/programs.ts';
import type { Subject } from '../subject.ts';
import { anyName, asStored, borderText } from '../texts.ts';
import { xmlOf } from './xliff.ts';

const HEADERS = ['resmimetype', 'version', 'reader', 'writer'];
const CLASS =
  'System.Windows.Forms, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089';
const VALUES = [
  'text/microsoft-resx',
  '2.0',
  `System.Resources.ResXResourceReader, ${CLASS}`,
  `System.Resources.ResXResourceWriter, ${CLASS}`,
];

export const resxSubject: Subject = {
  id: 'resx',
  format: resx,
  writing: { keySeparator: '.', shape: 'flat' },
  hasDescriptions: true,
  nameOf: anyName,
  textOf: (random) => asStored(borderText(random)),
  baseOf({ entries, version, random }) {
    const lines = ['<?xml version="1.0" encoding="utf-8"?>', '<root>', '  <!-- a note -->'];
    for (const [at, name] of HEADERS.entries()) {
      lines.push(
        `  <resheader name="${name}">`,
        `    <value>${VALUES[at]}</value>`,
        '  </resheader>',
      );
    }
    lines.push('  <!-- <data name="gone"><value>gone</value></data> -->');
    lines.push(
      '  <data name="Picture" mimetype="application/x-microsoft.net.object.bytearray.base64" type="System.Byte[], mscorlib"><value>AAAA</value></data>',
    );
    for (const entry of entries) {
      for (const [name, { stored }] of textsOf(entry, version)) {
        const isData = random.next() < 0.1 && !/\r|\]\]>/.test(stored) && stored !== '';
        const text = isData ? `<![CDATA[${stored}]]>` : xmlOf(stored);
        lines.push(
          `  <data name="${xmlOf(name, true)}" xml:space="preserve">`,
          `    <value>${text}</value>`,
        );
        if (entry.description !== undefined)
          lines.push(
            `    <comment>${xmlOf(entry.description.replaceAll(/[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g, ''))}</comment>`,
          );
        lines.push('  </data>');
      }
    }
    return `${lines.join('\n')}\n</root>\n`;
  },
  readers: [resxReader, resgen],
};
