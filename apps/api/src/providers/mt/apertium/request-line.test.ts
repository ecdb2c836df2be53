import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import { EngineError } from '../engine.ts';
import { type Request, RequestLine } from './request-line.ts';

const broken = () => new EngineError('engine_timeout', 'too late');

function makeRequests(lengths: readonly number[]) {
  const outcomes: string[][] = lengths.map(() => []);
  const requests = lengths.map(
    (length, id): Request => ({
      id,
      stream: 'x'.repeat(length),
      failures: 0,
      isAbandoned: false,
      settle: (outcome) => {
        outcomes[id]!.push('answer' in outcome ? outcome.answer : outcome.error.code);
      },
      failCall: (error) => void outcomes[id]!.push(error.code),
    }),
  );
  return { requests, outcomes };
}

function sendAll(line: RequestLine): (readonly Request[])[] {
  const blocks: (readonly Request[])[] = [];
  for (let block = line.send(); block; block = line.send()) blocks.push(block);
  return blocks;
}

function answerAll(line: RequestLine): void {
  while (line.hasWaiting() || line.first()) {
    sendAll(line);
    line.answer(line.first()!.map(({ id }) => `answer ${id}`));
  }
}

const lengths = fc.array(fc.oneof(fc.nat(60), fc.nat(5_000)), { minLength: 1, maxLength: 900 });

describe('the queue of requests', () => {
  it('returns the right answer to each request, and sends small blocks', () => {
    fc.assert(
      fc.property(lengths, (of) => {
        const line = new RequestLine();
        const { requests, outcomes } = makeRequests(of);
        line.add(requests);
        const blocks = sendAll(line);
        expect(blocks.flat()).toEqual(requests.slice(0, blocks.flat().length));
        for (const block of blocks) {
          expect(block.length).toBeLessThanOrEqual(16);
          const length = block.reduce((sum, { stream }) => sum + stream.length, 0);
          if (block.length > 1) expect(length).toBeLessThanOrEqual(2_048);
        }
        expect(blocks.flat().length).toBeLessThanOrEqual(512 + 15);
        answerAll(line);
        expect(outcomes).toEqual(of.map((_, id) => [`answer ${id}`]));
      }),
      { numRuns: testRuns(50) },
    );
  });

  it('sends the requests of a failed pipeline one by one, and rejects the first request at its second failure', () => {
    const line = new RequestLine();
    const { requests, outcomes } = makeRequests([5, 5, 5]);
    line.add(requests);
    expect(sendAll(line)).toEqual([requests]);
    line.retry(broken);
    expect(sendAll(line)).toEqual([[requests[0]]]);
    line.retry(broken);
    expect(outcomes).toEqual([['engine_timeout'], [], []]);
    expect(sendAll(line)).toEqual([[requests[1]]]);
    answerAll(line);
    expect(outcomes).toEqual([['engine_timeout'], ['answer 1'], ['answer 2']]);
  });

  it('skips abandoned requests, and rejects all other requests when it fails', () => {
    const line = new RequestLine();
    const { requests, outcomes } = makeRequests([5, 5, 5, 5]);
    line.add(requests.slice(0, 3));
    requests[0]!.isAbandoned = true;
    requests[1]!.isAbandoned = true;
    expect(line.hasWaiting()).toBe(true);
    expect(sendAll(line)).toEqual([[requests[2]]]);
    line.add(requests.slice(3));
    line.failAll(broken());
    expect(outcomes).toEqual([[], [], ['engine_timeout'], ['engine_timeout']]);
    expect(line.hasWaiting()).toBe(false);
    expect(line.first()).toBeUndefined();
  });
});
