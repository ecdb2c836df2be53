/** SVG paths of the icons. Each icon is a square of 16 units. */
export const ICONS = {
  audit: 'M8 2l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6V4z',
  changes: 'M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2M8 5v3l2 2',
  editor: 'M2 3h12v10H2zM2 7h12M7 3v10',
  export: 'M8 10V2M5 5l3-3 3 3M2 11v3h12v-3',
  glossary: 'M3 2h10v12H5a2 2 0 0 1-2-2zM3 12a2 2 0 0 1 2-2h8',
  import: 'M8 2v8M5 7l3 3 3-3M2 11v3h12v-3',
  inbox: 'M2 9l2-6h8l2 6v4H2zM2 9h4l1 2h2l1-2h4',
  jobs: 'M1 4h7M5 2v2M7 4c-1 3-3 5-6 6M3 7c1 2 3 3 5 3M7 14l4-8 3 8M9 11h4',
  keys: 'M11 2a3 3 0 1 0 0 7 3 3 0 1 0 0-7M8 8l-6 6M4 12l2 2',
  locales: 'M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2M2 8h12M8 2c4 4 4 8 0 12-4-4-4-8 0-12',
  members: 'M6 2a3 3 0 1 0 0 5 3 3 0 1 0 0-5M1 14c0-6 10-6 10 0M11 3a3 3 0 0 1 0 4M13 10l2 4',
  overview: 'M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z',
  questions: 'M2 3h12v8H8l-3 3v-3H2zM6.500 6a1.500 1.500 0 1 1 2 1.400V8M8.500 9.500h0',
  releases: 'M2 2h6l6 6-6 6-6-6zM5 5h0',
  review: 'M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2M5 8l2 2 4-4',
  search: 'M7 2a5 5 0 1 0 0 10A5 5 0 1 0 7 2M11 11l3 3',
  settings:
    'M2 5h6M12 5h2M2 11h2M8 11h6M10 3a2 2 0 1 0 0 4 2 2 0 1 0 0-4M6 9a2 2 0 1 0 0 4 2 2 0 1 0 0-4',
  switch: 'M5 6l3-3 3 3M5 10l3 3 3-3',
  usage: 'M2 14h12M4 14V9M8 14V3M12 14V6',
  webhooks: 'M2 8h7M6 5l3 3-3 3M9 3h5v10H9',
} as const;

export type IconName = keyof typeof ICONS;
