import { FILE_FORMATS, i18nProjectsExport, MESSAGE_FORMATS } from '@parlance/contracts';
import { FORMATS } from '@parlance/formats';
import { describe, expect, it } from 'vitest';
import { format as formatFlag } from '../../../../packages/cli/src/flags.ts';
import {
  MESSAGE_FORMATS as MESSAGES_OFFERED,
  FILE_FORMATS as OFFERED,
} from '../../../web/src/lib/locale/locale-file.ts';

describe('the lists of formats', () => {
  const ids = FORMATS.map(({ id }) => id).toSorted();
  const types = Object.fromEntries(FORMATS.map(({ id, contentType }) => [id, contentType]));

  it('contain the same file formats in the registry, the contract, the web app and the command line', () => {
    expect([...FILE_FORMATS].toSorted()).toEqual(ids);
    expect(OFFERED.map(({ value }) => value as string).toSorted()).toEqual(ids);
    const offered = OFFERED.map(({ value, contentType, extensions }) => [
      value,
      { contentType, extensions },
    ]);
    const known = FORMATS.map(({ id, contentType, extensions }) => [
      id,
      { contentType, extensions },
    ]);
    expect(Object.fromEntries(offered)).toEqual(Object.fromEntries(known));
    expect(formatFlag.choices?.toSorted()).toEqual(ids);
  });

  it('contain the same message formats in the contract and in the web app', () => {
    expect(MESSAGES_OFFERED).toEqual(MESSAGE_FORMATS);
  });

  it('match the content types that the contract declares for exports', () => {
    const raw = i18nProjectsExport.rawContentTypes.map((type) => type.replace(/;.*/, ''));
    expect(raw.toSorted()).toEqual([...Object.values(types), 'application/zip'].toSorted());
  });
});
