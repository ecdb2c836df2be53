import { Readable } from 'node:stream';
import { usersMeExport } from '@parlance/contracts';
import type { Deps } from '../../deps.ts';
import type { UserPrincipal } from '../../domain/kernel/index.ts';
import {
  findPerson,
  findProfile,
  type PersonalRows,
  type ProfileRow,
  readPersonalRows,
} from '../../domain/people/index.ts';
import { fail } from '../../errors.ts';
import { route } from '../../http/route.ts';
import { presentersFor } from './personal-data.present.ts';
import { presentProfile } from './user.present.ts';

export const usersMeExportRoute = route(usersMeExport, async ({ deps, principal }) => {
  const profile = await findProfile(deps.db, principal.id);
  if (!profile) fail('unauthenticated', 'The account is deactivated.');
  return {
    raw: Readable.from(writeDocument(deps, principal, profile), { objectMode: false }),
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="personal-data.json"',
    },
  };
});

/**
 * Writes the document page by page, so that the document of a very active user does not fill the
 * memory.
 */
async function* writeDocument(
  { db }: Pick<Deps, 'db'>,
  principal: UserPrincipal,
  profile: ProfileRow,
): AsyncGenerator<string, void> {
  const presenters = presentersFor(principal);
  const person = await findPerson(db, profile);
  yield `{"data":{"account":${JSON.stringify(presentProfile(profile))}`;
  for (const name of Object.keys(presenters) as (keyof PersonalRows)[]) {
    const present = presenters[name] as (row: object) => object;
    let mark = `,${JSON.stringify(name)}:[`;
    for await (const rows of readPersonalRows(db, person, name)) {
      yield mark + rows.map((row) => JSON.stringify(present(row))).join(',');
      mark = ',';
    }
    yield mark === ',' ? ']' : `${mark}]`;
  }
  yield '},"meta":{}}';
}
