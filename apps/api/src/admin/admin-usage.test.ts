import { describe, expect, it } from 'vitest';
import { adminOf } from '../../test/flows/admin.ts';

/** Runs the command without a database, because it explains its usage before it needs one. */
const admin = (args: string[]) => adminOf({ connectionString: '' }, args);

describe('npm run admin', () => {
  it.each([
    [['unknown'], 'There is no command unknown. npm run admin -- help shows all.'],
    [
      ['disabel'],
      'There is no command disabel. Did you mean disable? npm run admin -- help shows all.',
    ],
  ])('answers %j with one line that names the unknown command', async (args, why) => {
    expect(await admin(args)).toEqual({ code: 2, out: '', said: `parlance: ${why}\n` });
  });

  it.each([
    [['create-user'], 'create-user takes <email>, but 0 were given.'],
    [['list', 'x'], 'list takes no operands, but 1 was given.'],
    [['copy'], 'copy requires the option --to.'],
    [['disable', 'a@b.test', '--hard'], "Unknown option '--hard'."],
    [['disable', 'a@b.test', '--forse'], "Unknown option '--forse'. Did you mean --force?"],
  ])('answers %j with the reason and the usage of the command', async (args, why) => {
    const { code, said } = await admin(args);
    const [first, usage, ...rest] = said.split('\n');
    expect([code, first, rest]).toEqual([2, `parlance: ${why}`, ['']]);
    expect(usage).toMatch(`usage: npm run admin -- ${args[0]}`);
  });

  it('answers a call without a command with the usage', async () => {
    const { code, said } = await admin([]);
    expect([code, said]).toEqual([
      2,
      expect.stringMatching(/^usage: npm run admin -- <command>\n/),
    ]);
  });

  it('answers a call for help with the usage, and exits with code 0', async () => {
    const own = /^usage: npm run admin -- disable <email> .*\n {2}deactivates an account .*\n$/;
    for (const [args, expected] of [
      [['help'], /^usage: npm run admin -- <command>\n/],
      [['--help'], /^usage: npm run admin -- <command>\n/],
      [['disable', '--help'], own],
      [['help', 'disable'], own],
      [['create-user', '--help'], /\nWithout --password-stdin .*\n$/],
    ] as const) {
      expect(await admin([...args])).toEqual({
        code: 0,
        out: expect.stringMatching(expected),
        said: '',
      });
    }
    expect((await admin(['disabel', '--help'])).said).toContain('Did you mean disable?');
  });
});
