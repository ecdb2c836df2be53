/** The address of a bundle, with `locale` as it is: a locale, or what a library puts in its place. */
export const bundleAddress = (
  origin: string,
  { projectId, environment, locale }: { projectId: string; environment: string; locale: string },
): string => `${origin}/v1/i18n/bundles/${projectId}/${environment}/${locale}?envelope=false`;
