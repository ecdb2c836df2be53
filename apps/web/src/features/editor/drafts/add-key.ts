import { type Client, isParlanceError } from '@parlance/sdk';

type Keys = Pick<Client['i18n']['keys'], 'create' | 'list' | 'update'>;

/**
 * Creates a key and returns its id. If a key with this name exists, returns its id and restores the key if it is
 * archived.
 */
async function addKey(keys: Keys, projectId: string, name: string): Promise<string> {
  try {
    return (await keys.create({ projectId, name })).data.id;
  } catch (error) {
    if (!isParlanceError(error, 'conflict')) throw error;
    const { data } = await keys.list({ projectId, keyPrefix: name, archived: true, limit: 200 });
    const known = data.find((key) => key.name === name);
    if (!known) throw error;
    if (known.archivedAt !== null)
      await keys.update({ projectId, keyId: known.id, archived: false });
    return known.id;
  }
}

/**
 * Returns a function that creates the key of a plural form. If it is called again before the first call has ended, both
 * calls share one request.
 */
export function keyAdder(keysOf: (organizationId: string) => Keys) {
  const adding = new Map<string, Promise<string>>();
  return (organizationId: string, projectId: string, name: string): Promise<string> => {
    const place = `${projectId} ${name}`;
    const known = adding.get(place);
    if (known) return known;
    const id = addKey(keysOf(organizationId), projectId, name);
    adding.set(place, id);
    const end = () => adding.delete(place);
    id.then(end, end);
    return id;
  };
}
