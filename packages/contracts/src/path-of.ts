/** The path of an endpoint with its `:name` parameters filled in, percent-encoded. */
export function pathOf(
  endpoint: { readonly path: string },
  params: Readonly<Record<string, string | number>> = {},
): string {
  return endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    // `.` and `..` survive percent-encoding and would be resolved as path segments by the client.
    if (value === undefined || value === '' || value === '.' || value === '..') {
      throw new TypeError(
        `The path parameter ${name} of ${endpoint.path} is missing or not usable`,
      );
    }
    return encodeURIComponent(value);
  });
}
