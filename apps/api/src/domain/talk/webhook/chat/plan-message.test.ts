import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JOIN_MS, MESSAGES_PER_HOUR, planMessage, type SentMessage } from './plan-message.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const delivery = (id: string, type: string, projectId: string, nextAt: Date | null = null) => ({
  id,
  next_at: nextAt,
  body: JSON.stringify({ type, data: { projectId } }),
});
const sentAt = (ms: number, type = 'key.created', projectId = 'shop'): SentMessage => ({
  type,
  projectId,
  at: new Date(ms).toISOString(),
});

describe('planMessage', () => {
  it('merges pending events of the same type and project, and sends other events one by one', () => {
    const pending = [
      delivery('a', 'key.created', 'shop'),
      delivery('b', 'release.published', 'shop'),
      delivery('c', 'key.created', 'shop'),
      delivery('d', 'key.created', 'site'),
    ];
    const { message } = planMessage(pending, [], new Date(START));
    expect(message!.deliveries.map(({ id }) => id)).toEqual(['a', 'c']);
    const sent = [sentAt(START)];
    const now = new Date(START + MINUTE_MS);
    const next = planMessage(pending.slice(1), sent, now).message!;
    expect(next.deliveries.map(({ id }) => id)).toEqual(['b']);
  });

  it('delays an event until five minutes after the last message about the same event type and project', () => {
    const pending = [delivery('a', 'key.created', 'shop')];
    const plan = planMessage(pending, [sentAt(START)], new Date(START + MINUTE_MS));
    expect(plan).toEqual({ message: null, dueAt: new Date(START + JOIN_MS) });
    expect(planMessage(pending, [sentAt(START)], plan.dueAt!).message).not.toBeNull();
  });

  it('delays all messages until a failed message is retried', () => {
    const retry = new Date(START + 5_000);
    const pending = [delivery('a', 'key.created', 'shop', retry), delivery('b', 'job.failed', 'x')];
    expect(planMessage(pending, [], new Date(START))).toEqual({ message: null, dueAt: retry });
    expect(planMessage(pending, [], retry).message!.deliveries[0].id).toBe('a');
  });

  it('sends at most 60 messages in any hour, loses no event, and reports the pause', () => {
    const steps = fc.array(
      fc.record({
        minutes: fc.nat({ max: 3 }),
        type: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        project: fc.nat({ max: 20 }),
      }),
      { minLength: 1, maxLength: 300 },
    );
    fc.assert(
      fc.property(steps, (events) => {
        let now = START;
        let pending: ReturnType<typeof delivery>[] = [];
        const sent: SentMessage[] = [];
        const told: string[] = [];
        const sendDue = () => {
          for (;;) {
            const { message, dueAt } = planMessage(pending, sent, new Date(now));
            if (!message) return dueAt;
            const lastHour = sent.filter(({ at }) => Date.parse(at) > now - HOUR_MS);
            expect(lastHour.length).toBeLessThan(MESSAGES_PER_HOUR);
            expect(message.resumesAt !== null).toBe(lastHour.length === MESSAGES_PER_HOUR - 1);
            const ids = message.deliveries.map(({ id }) => id);
            told.push(...ids);
            pending = pending.filter(({ id }) => !ids.includes(id));
            const { type, data } = message.bodies[0];
            sent.push(sentAt(now, type, data.projectId!));
          }
        };
        events.forEach(({ minutes, type, project }, index) => {
          now += minutes * MINUTE_MS;
          pending.push(delivery(String(index), type, String(project)));
          sendDue();
        });
        for (let dueAt = sendDue(); dueAt !== null; dueAt = sendDue()) {
          expect(dueAt.getTime()).toBeGreaterThan(now);
          now = dueAt.getTime();
        }
        expect(told.map(Number).sort((a, b) => a - b)).toEqual(events.map((_, index) => index));
      }),
      { numRuns: 50 },
    );
  });
});
