const NAME = 'parlance-organization';

/** Returns the slug of the organization that this browser showed last. */
export const lastOrganization = (): string | null => localStorage.getItem(NAME);

export const setLastOrganization = (slug: string): void => localStorage.setItem(NAME, slug);
