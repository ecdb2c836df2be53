import { type Client, isParlanceError } from '@parlance/sdk';

type Keys = Pick<Client['i18n']['keys'], 'create' | 'list' | 'update'>;

/** Adds a key, or returns an existing one, which is restored if it is archived. Returns the key's id. */
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

/** Returns a function that adds the key of a plural form. Concurrent saves share the same call. */
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
