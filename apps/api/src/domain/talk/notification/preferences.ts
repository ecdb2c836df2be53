import { type Channel, DEFAULT_CHANNELS, type MailKind } from './kinds.ts';

const CHANNELS: readonly unknown[] = ['mail', 'app', 'off'] satisfies Channel[];

/**
 * Returns the channel by which a person wants to be notified of a kind. A client has stored the
 * preferences, so the default replaces unknown values.
 */
export function channelFor(preferences: unknown, kind: MailKind): Channel {
  const chosen = memberOf(memberOf(preferences, 'notifications'), kind);
  if (CHANNELS.includes(chosen)) return chosen as Channel;
  return kind === 'reminder' ? 'mail' : DEFAULT_CHANNELS[kind];
}

const memberOf = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null
    ? (object as Readonly<Record<string, unknown>>)[name]
    : undefined;
