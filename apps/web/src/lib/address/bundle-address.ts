/** Returns the address of a bundle. `locale` is inserted unchanged: a locale, or a library's placeholder for it. */
export const bundleAddress = (
  origin: string,
  { projectId, environment, locale }: { projectId: string; environment: string; locale: string },
): string => `${origin}/v1/i18n/bundles/${projectId}/${environment}/${locale}?envelope=false`;
