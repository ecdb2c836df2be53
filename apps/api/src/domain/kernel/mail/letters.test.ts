import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invitationLetter, passwordResetLetter } from './letters.ts';

const STATIONERY = {
  publicUrl: 'https://parlance.example',
  language: 'en',
  isChosen: false,
} as const;
const FACTS = { email: 'ada@example.test', role: 'viewer' } as const;

const invite = (name: string) =>
  invitationLetter({ ...FACTS, organizationName: name, inviterName: name }, STATIONERY, 'token');

/**
 * Matches a dot, or a similar character, between two letters or digits. Mail clients turn such text
 * into a link.
 */
const DOMAIN = /[\p{L}\p{N}][.\u2024\u3002\uff0e\uff61][\p{L}\p{N}]/u;

describe('a name in a mail', () => {
  it('never becomes a link in a mail client', () => {
    const host = fc
      .tuple(fc.domain(), fc.constantFrom('.', '\u2024', '\u3002', '\uff0e', '\uff61'))
      .map(([domain, dot]) => domain.replaceAll('.', dot));
    const name = fc.oneof(
      host,
      host.map((one) => `Go to ${one} now`),
      host.map((one) => `http:\u2044\u2044${one}`),
    );
    fc.assert(
      fc.property(name, (one) => {
        const { subject, text } = invite(one);
        expect(subject).not.toMatch(DOMAIN);
        expect(text.replaceAll(STATIONERY.publicUrl, '')).not.toMatch(DOMAIN);
        const user = { email: FACTS.email, name: one, email_verified_at: new Date() };
        const reset = passwordResetLetter(user, STATIONERY, 'token');
        expect(reset.to.name).not.toMatch(DOMAIN);
        expect(reset.text.replaceAll(STATIONERY.publicUrl, '')).not.toMatch(DOMAIN);
      }),
    );
  });

  it('stays unchanged if it does not look like a link', () => {
    expect(invite('Dr. Ada, Inc.').subject).toContain('Dr. Ada, Inc.');
  });
});
