{ label(o): o { metadata+: { labels+: { helped: 'yes' } } } }
