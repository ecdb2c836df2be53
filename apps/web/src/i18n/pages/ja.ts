export default Object.values(
  import.meta.glob<Readonly<Record<string, unknown>>>(['../ja/*.json', '!../ja/common.json'], {
    eager: true,
    import: 'default',
  }),
);
