import fc from 'fast-check';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { ofDatabase } from '../fault.ts';
import { TROUBLES, troubleOf, UnconfirmedCommitError } from './trouble.ts';
import { type Probe, Troubles } from './troubles.ts';

async function raised(fields: { code?: string; message?: string }): Promise<Error> {
  const error = Object.assign(new Error('x'), fields);
  await ofDatabase(Promise.reject(error)).catch(() => {});
  return error;
}

describe('troubleOf', () => {
  it.each([
    ['53100', 'disk'],
    ['53300', 'connections'],
    ['53200', 'memory'],
    ['25006', 'read_only'],
    ['57P03', 'away'],
    ['ECONNREFUSED', 'away'],
    ['ECONNRESET', 'away'],
  ])('names the trouble of code %s', async (code, kind) => {
    expect(troubleOf(await raised({ code }))?.kind).toBe(kind);
  });

  it('returns null for errors that the database did not raise', () => {
    const message = fc.constantFrom(
      'timeout exceeded when trying to connect',
      'Connection terminated',
    );
    const code = fc.constantFrom(
      'ECONNRESET',
      'ECONNREFUSED',
      'ENOENT',
      'EPIPE',
      '53100',
      '53300',
      '57P01',
      '08006',
      '25006',
    );
    fc.assert(
      fc.property(code, message, (code, message) => {
        expect(troubleOf(Object.assign(new Error(message), { code }))).toBeNull();
      }),
    );
  });

  it('names the trouble of a full pool and of an unconfirmed commit', async () => {
    const full = await raised({ message: 'timeout exceeded when trying to connect' });
    expect(troubleOf(full)?.kind).toBe('connections');
    expect(troubleOf(new UnconfirmedCommitError())?.kind).toBe('standby');
  });

  it('returns null for an error of a statement and for a value that is not an error', async () => {
    for (const code of ['23505', '40001', '55P03', '57014', '53400']) {
      expect(troubleOf(await raised({ code }))).toBeNull();
    }
    for (const value of [null, undefined, 'x', {}]) expect(troubleOf(value)).toBeNull();
  });
});

describe('Troubles', () => {
  let troubles: Troubles;
  let changes: string[] = [];
  let probes = 0;
  const create = (probe: Probe): Troubles => {
    changes = [];
    probes = 0;
    troubles = new Troubles({
      probe: (step) => {
        probes++;
        return probe(step);
      },
      onChange: ({ kind }, isOver) => changes.push(`${kind} ${isOver ? 'over' : 'begun'}`),
    });
    return troubles;
  };
  afterEach(() => troubles.stop());

  it('probes once for all concurrent callers', async () => {
    create(async () => {});
    const found = await Promise.all(Array.from({ length: 50 }, () => troubles.find(1_000)));
    expect(found).toEqual(Array(50).fill(null));
    expect(probes).toBe(1);
  });

  it('reports the start and the end of a trouble once, however often the trouble occurs', async () => {
    let failure: Error | null = await raised({ code: '25006' });
    create(async () => {
      if (failure) throw failure;
    });
    for (let n = 0; n < 100; n++) troubles.report(TROUBLES.read_only);
    expect((await troubles.find(1_000))?.kind).toBe('read_only');
    failure = null;
    await eventually(() => expect(changes).toEqual(['read_only begun', 'read_only over']));
    expect(await troubles.find(1_000)).toBeNull();
  });

  it('reports a full disk for some seconds, even if the probe does not detect the full disk', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    create(async () => {});
    troubles.report(TROUBLES.disk);
    expect((await troubles.find(1_000))?.kind).toBe('disk');
    await vi.advanceTimersByTimeAsync(TROUBLES.disk.lastsMs - 1_000);
    expect(changes).toEqual(['disk begun']);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(changes).toEqual(['disk begun', 'disk over']);
  });

  it('reports the trouble of a probe step that takes too long, and starts no second probe', async () => {
    create(async (step) => {
      step('connections');
      await new Promise(() => {});
    });
    expect((await troubles.find(20))?.kind).toBe('connections');
    expect((await troubles.find(20))?.kind).toBe('connections');
    expect(probes).toBe(1);
    expect(changes).toEqual([]);
  });
});
