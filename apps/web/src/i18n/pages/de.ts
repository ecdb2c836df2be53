export default Object.values(
  import.meta.glob<Readonly<Record<string, unknown>>>(['../de/*.json', '!../de/common.json'], {
    eager: true,
    import: 'default',
  }),
);
