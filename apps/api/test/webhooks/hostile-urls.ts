/**
 * URLs that the service must never send a request to. Those with a host name are looked up by
 * `resolveHostile`.
 */
export const HOSTILE_URLS: readonly string[] = [
  // Loopback, in all forms that the URL Standard (§3.5) reads as IPv4.
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0x7F.1'],
  ...[
    '017700000001',
    '0177.0.0.1',
    '0x7f.0x0.0x0.0x1',
    '0177.1',
    '127.0x1',
    '127.0.0.1.',
    '127。0。0。1',
  ],
  ...['１２７.０.０.１', '①②⑦.0.0.1', '%31%32%37.0.0.1', '0x7f.0.1', '00000177.1', '127.00.00.01'],
  // "This network", broadcast and other special ranges of IPv4 (RFC 6890).
  ...[
    '0.0.0.0',
    '0',
    '0x0',
    '0.1.2.3',
    '255.255.255.255',
    '0xffffffff',
    '4294967295',
    '037777777777',
  ],
  ...['10.0.0.1', '10.255.255.255', '0xa.1', '012.0.0.1', '167772161', '10.1'],
  ...['172.16.0.1', '172.31.255.255', '0xac.0x10.1', '2886729729', '0254.020.0.1'],
  ...['192.168.0.1', '192.168.255.255', '0xc0a80001', '3232235521', '192.168.1', '0300.0250.0.1'],
  ...[
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '0251.0376.0251.0376',
    '169.254.43518',
    '169.254.170.2',
  ],
  ...['100.64.0.1', '100.100.100.200', '100.127.255.255', '192.0.0.1', '192.0.0.192', '192.0.0.8'],
  ...['192.0.2.1', '198.51.100.7', '203.0.113.9', '198.18.0.1', '198.19.255.255', '192.88.99.1'],
  ...[
    '224.0.0.1',
    '239.255.255.255',
    '233.252.0.1',
    '240.0.0.1',
    '254.1.2.3',
    '192.31.196.1',
    '192.175.48.1',
  ],
  // IPv6: loopback, unspecified, local, multicast, documentation, outside of global unicast.
  ...[
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[0000::0001]',
    '[::0001]',
    '[0::0]',
    '[::0.0.0.1]',
    '[::0.0.0.0]',
  ],
  ...[
    '[fe80::1]',
    '[febf::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd00::1]',
    '[fd00:ec2::254]',
    '[fdff:ffff::1]',
  ],
  ...[
    '[ff02::1]',
    '[ff05::2]',
    '[ff0e::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[100::1]',
    '[100:0:0:1::1]',
  ],
  ...[
    '[2001:2::1]',
    '[2001:10::1]',
    '[2001:20::1]',
    '[5f00::1]',
    '[4000::1]',
    '[8000::1]',
    '[1::1]',
    '[200::1]',
  ],
  ...['[2620:4f:8000::1]', '[2001:4:112::1]', '[2001:3::1]'],
  // IPv4 in IPv6: mapped, compatible, translated, NAT64, 6to4 and Teredo.
  ...[
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:a00:1]',
    '[::ffff:169.254.169.254]',
  ],
  ...[
    '[::ffff:0.0.0.0]',
    '[::ffff:192.168.1.1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[::FFFF:100.64.0.1]',
  ],
  ...['[::127.0.0.1]', '[::7f00:1]', '[::10.0.0.1]', '[::a9fe:a9fe]', '[::c0a8:1]', '[::2]'],
  ...['[::ffff:0:127.0.0.1]', '[::ffff:0:10.0.0.1]', '[::ffff:0:a9fe:a9fe]'],
  ...[
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b::]',
  ],
  ...[
    '[64:ff9b:1::1]',
    '[64:ff9b:1::8.8.8.8]',
    '[64:ff9b:1:7f00:0:100::]',
    '[64:ff9b:1:ffff::a00:1]',
  ],
  ...[
    '[2002:7f00:1::]',
    '[2002:7f00:0001::1]',
    '[2002:a00:1::]',
    '[2002:a9fe:a9fe::]',
    '[2002:c0a8:101::1]',
    '[2002::]',
  ],
  ...[
    '[2001:0:7f00:1::808:808]',
    '[2001:0:808:808::80ff:fffe]',
    '[2001::]',
    '[2001:0:a00:1::f7f7:f7f7]',
  ],
  // Names that lead inside, also as other writings of a dot, and with a trailing dot.
  ...[
    'localhost',
    'localhost.',
    'LOCALHOST',
    'a.localhost',
    'localhost.localdomain',
    'ip6-localhost',
  ],
  ...['ｌｏｃａｌｈｏｓｔ', 'local%68ost', 'loc\u00adalhost', 'localhost。'],
  ...[
    'loopback.test',
    'private.test',
    'metadata.test',
    'ula.test',
    'mapped.test',
    'nat64.test',
    'zone.test',
  ],
  ...[
    'mixed.test',
    'mixed6.test',
    'nothing.test',
    'garbage.test',
    'empty.test',
    'cname.metadata.test',
  ],
  ...[
    'metadata.google.internal',
    'kubernetes.default.svc',
    'printer.local',
    'intranet',
    'xn--intrnet-bwa.test',
    'intränet.test',
  ],
].map((host) => `https://${host}/hook`);

/** URLs that are refused because of another part than the host, which is public. */
export const FORBIDDEN_URLS: readonly string[] = [
  ...['http://public.test/', 'http://public.test:443/', 'http://8.8.8.8/', 'HTTP://PUBLIC.TEST/'],
  ...[
    'ftp://public.test/',
    'file:///etc/passwd',
    'gopher://public.test/',
    'unix:/var/run/docker.sock',
  ],
  ...[
    'data:text/plain,x',
    'javascript:alert(1)',
    'blob:https://public.test/x',
    'ws://public.test/',
    'wss://public.test/',
  ],
  ...['ldap://public.test/', 'dict://public.test:11211/', 'about:blank', 'mailto:a@public.test'],
  ...[
    'https://user@public.test/',
    'https://user:secret@public.test/',
    'https://:secret@public.test/',
  ],
  ...[
    'https://public.test@8.8.8.8/',
    'https://%40@public.test/',
    'https://user%3Asecret@public.test/',
  ],
  ...[22, 25, 80, 445, 1, 2375, 3306, 5432, 6379, 6443, 8080, 8444, 9200, 11211, 27017, 65535].map(
    (port) => `https://public.test:${port}/`,
  ),
  ...['https://8.8.8.8:22/', 'https://[2606:4700::1111]:22/', 'https://public.test:0/'],
  ...[
    '',
    'https://',
    'https:///',
    '//public.test/',
    'public.test',
    '/hook',
    'https://[::1',
    'https://[::1%25eth0]/',
  ],
  ...[
    'https://[fe80::1%25lo]/',
    'https://public.test:99999/',
    'https://exa mple.test/',
    'https://a\tb@public.test/',
  ],
  ...[
    'https://256.256.256.256/',
    'https://1.2.3.4.5/',
    'https://0x100000000/',
    'https://[1.2.3.4]/',
    'https://[::g]/',
  ],
];

/** Addresses of the Internet in all forms that the service accepts. */
export const PUBLIC_URLS: readonly string[] = [
  ...[
    '8.8.8.8',
    '1.1.1.1',
    '134744072',
    '0x08080808',
    '[2606:4700:4700::1111]',
    '[2a00:1450:4001::1]',
  ],
  ...[
    '[::ffff:8.8.8.8]',
    '[64:ff9b::8.8.8.8]',
    '[2002:808:808::1]',
    '172.15.0.1',
    '172.32.0.1',
    '11.0.0.1',
  ],
  ...[
    'public.test',
    'PUBLIC.test',
    'public.test.',
    'public.test:8443',
    'public.test:443',
    'nat64-public.test',
    'bücher.test',
  ],
].map((host) => `https://${host}/hook?of=us#part`);

const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'public.test': ['93.184.216.34', '2606:2800:220:1::1'],
  'xn--bcher-kva.test': ['93.184.216.34'],
  'nat64-public.test': ['64:ff9b::5db8:d822'],
  'private.test': ['10.20.30.40'],
  'metadata.test': ['169.254.169.254'],
  'ula.test': ['fd12:3456::1'],
  'mapped.test': ['::ffff:192.168.7.7'],
  'nat64.test': ['64:ff9b::c0a8:1'],
  'zone.test': ['2606:4700::1%eth0'],
  'mixed.test': ['93.184.216.34', '127.0.0.1'],
  'mixed6.test': ['93.184.216.34', '::1'],
  'nothing.test': ['0.0.0.0'],
  'garbage.test': ['not an address'],
  'empty.test': [''],
};

/** Looks up a name as the worst name server would. Names that it does not know lead to this machine. */
export const resolveHostile = async (host: string): Promise<readonly string[]> =>
  ADDRESSES[host] ?? ['127.0.0.1'];
