import type { Db } from '../../../db/client.ts';
import { NIL_ID } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import {
  type EventFacts,
  findOrganizationToDispatch,
  lockSequence,
  type NumberedRange,
  noteChangedValues,
  type OutboxRow,
  type OwnerRef,
  saveLastNumber,
  takeChangedValues,
  takeRows,
  trustedOwner,
  trustedProject,
} from '../../kernel/index.ts';
import { findOrganization } from '../../people/index.ts';
import { listProjectNames } from '../../project/index.ts';
import { insertDeliveries, type NewDelivery } from './delivery.store.ts';
import {
  bodyForChat,
  type DispatchedEvent,
  type EventOrganization,
  eventBody,
} from './event-body.ts';
import { expandChanges, expandValues } from './expand-events.ts';
import { listEnabledWebhooks, type WebhookFilter } from './webhook.store.ts';

/** Maximum number of rows of the outbox that one transaction dispatches. A row can represent 1,000 changes. */
const BATCH_ROWS = 20;
const BATCH_PROJECTS = 20;

/**
 * Creates deliveries from the events of all organizations, in the order of the outbox.
 * @returns the number of events and of rows of the outbox that are dispatched
 */
export async function dispatchEvents(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<number> {
  let dispatched = 0;
  let after = NIL_ID;
  while (!signal.aborted) {
    const id = await findOrganizationToDispatch(db, after, clock.now());
    if (id === null) break;
    const organizationId = trustedOwner(id);
    dispatched += await db
      .transaction()
      .execute((tx) => dispatchBatch(tx, organizationId, clock.now()));
    after = id;
  }
  return dispatched;
}

async function dispatchBatch(tx: Db, organizationId: OwnerRef, now: Date): Promise<number> {
  const last = await lockSequence(tx, organizationId);
  if (last === null) return 0;
  const listeners = await listEnabledWebhooks(tx, organizationId);
  const rows = await takeRows(tx, organizationId, BATCH_ROWS);
  const events: DispatchedEvent[] = [];
  for (const row of rows) events.push(...(await eventsOf(tx, organizationId, row, now, listeners)));
  for (const changed of await takeChangedValues(tx, organizationId, now, BATCH_PROJECTS)) {
    const event = await expandValues(tx, changed.projectId, changed);
    if (event) events.push(event);
  }
  const organization = await findOrganization(tx, 'id', organizationId);
  const deliveries = organization
    ? await deliveriesOf(tx, organization, { events, listeners, last })
    : [];
  if (deliveries.length > 0) await insertDeliveries(tx, organizationId, deliveries, now);
  if (events.length > 0) await saveLastNumber(tx, organizationId, last + events.length);
  return rows.length + events.length;
}

async function eventsOf(
  tx: Db,
  organizationId: OwnerRef,
  row: OutboxRow,
  now: Date,
  listeners: readonly WebhookFilter[],
): Promise<DispatchedEvent[]> {
  const { event, project_id: project, at } = row;
  if (event !== 'changes')
    return [{ event, projectId: project, at, facts: row.body as EventFacts }];
  if (listeners.length === 0) return [];
  const projectId = trustedProject(project!);
  const range = row.body as NumberedRange;
  const { events, writesValues } = await expandChanges(tx, projectId, range);
  const isAwaited = listeners.some((listener) => hears(listener, 'values.changed', projectId));
  if (writesValues && isAwaited) await noteChangedValues(tx, organizationId, projectId, range, now);
  return events;
}

const hears = (
  { events, project_ids: projectIds }: WebhookFilter,
  event: DispatchedEvent['event'],
  projectId: string | null,
): boolean =>
  events.includes(event) &&
  (projectIds === null || (projectId !== null && projectIds.includes(projectId)));

/**
 * True if the webhook or the event has no list of locales, or if both lists contain the same
 * locale. A release of all locales concerns every webhook.
 */
const isOfLocales = ({ locale_tags: tags }: WebhookFilter, { facts }: DispatchedEvent): boolean =>
  tags === null ||
  !facts.locales ||
  facts.partial === false ||
  facts.locales.some((locale) => tags.includes(locale));

async function deliveriesOf(
  tx: Db,
  organization: EventOrganization,
  {
    events,
    listeners,
    last,
  }: { events: readonly DispatchedEvent[]; listeners: readonly WebhookFilter[]; last: number },
): Promise<NewDelivery[]> {
  const told = events.map((event) => ({
    event,
    to: listeners.filter(
      (listener) => hears(listener, event.event, event.projectId) && isOfLocales(listener, event),
    ),
  }));
  const projectIds = told.flatMap(({ event: { projectId }, to }) =>
    projectId === null || to.length === 0 ? [] : [projectId],
  );
  const projects = await listProjectNames(tx, organization.id, [...new Set(projectIds)]);
  const slugs = new Map(projects.map(({ id, slug }) => [id, slug]));
  return told.flatMap(({ event, to }, index) => {
    if (to.length === 0) return [];
    const slug = event.projectId === null ? null : (slugs.get(event.projectId) ?? null);
    const body = eventBody(organization, event, slug);
    const bodies = { standard: JSON.stringify(body), chat: JSON.stringify(bodyForChat(body)) };
    return to.map(({ id, kind }) => ({
      webhookId: id,
      number: last + 1 + index,
      event: event.event,
      body: kind === 'standard' ? bodies.standard : bodies.chat,
    }));
  });
}
