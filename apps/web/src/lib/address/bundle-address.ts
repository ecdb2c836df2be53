/**
 * Returns the URL of the published texts of a locale. `locale` is inserted unchanged, because it may also be a
 * placeholder of a library.
 */
export const bundleAddress = (
  origin: string,
  { projectId, environment, locale }: { projectId: string; environment: string; locale: string },
): string => `${origin}/v1/i18n/bundles/${projectId}/${environment}/${locale}?envelope=false`;
