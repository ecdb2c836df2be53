import type { AllowedAddress } from './allowed-addresses.ts';

const URL_IN_TEXT = /https?:\/\/[^\s"'<>\\]+/g;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Returns the hosts and ports of all URLs in the operator's settings, including URLs in credential files. */
export function addressesInSettings(
  settings: Readonly<Record<string, string | undefined>>,
): AllowedAddress[] {
  const urls = Object.values(settings).flatMap((value) => value?.match(URL_IN_TEXT) ?? []);
  return urls.flatMap((text) => {
    if (!URL.canParse(text)) return [];
    const { protocol, hostname, port } = new URL(text);
    const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
    return [{ host, network: null, port: port === '' ? DEFAULT_PORTS[protocol]! : Number(port) }];
  });
}
