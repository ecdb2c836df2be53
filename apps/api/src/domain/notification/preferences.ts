import { type Channel, DEFAULT_CHANNELS, type MailKind } from './kinds.ts';

const CHANNELS: readonly unknown[] = ['mail', 'app', 'off'] satisfies Channel[];

/**
 * Returns where a person wants to be told of a kind. The preferences are what a client stored, so that
 * everything unknown counts as the default.
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
