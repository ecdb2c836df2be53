export default Object.values(
  import.meta.glob<Readonly<Record<string, unknown>>>(['../es/*.json', '!../es/common.json'], {
    eager: true,
    import: 'default',
  }),
);
