import type { Client } from '@parlance/sdk';

type Forms = Pick<Client['i18n']['forms'], 'create'>;

/**
 * Returns a function that creates the key of a plural form, and returns its id. If it is called again before the first
 * call has ended, both calls share one request.
 */
export function keyAdder(formsOf: (organizationId: string) => Forms) {
  const adding = new Map<string, Promise<string>>();
  return (organizationId: string, projectId: string, name: string): Promise<string> => {
    const place = `${projectId} ${name}`;
    const pendingId = adding.get(place);
    if (pendingId) return pendingId;
    const id = formsOf(organizationId)
      .create({ projectId, name })
      .then(({ data }) => data.id);
    adding.set(place, id);
    const end = () => adding.delete(place);
    id.then(end, end);
    return id;
  };
}
