/**
 * The countries whose parts can be drawn, as forms name them, with the alpha-2 code that the codes of their parts begin with.
 * `tools/make-state-maps.mjs` makes a map of each.
 */
const codes = `
afghanistan AF,aland AX,albania AL,algeria DZ,american_samoa AS,andorra AD,angola AO,anguilla AI,antarctica AQ,
antigua_and_barbuda AG,argentina AR,armenia AM,australia AU,austria AT,azerbaijan AZ,bahrain BH,bangladesh BD,barbados BB,
belarus BY,belgium BE,belize BZ,benin BJ,bermuda BM,bhutan BT,bolivia BO,bosnia_and_herzegovina BA,botswana BW,brazil BR,
brunei BN,bulgaria BG,burkina_faso BF,burundi BI,cambodia KH,cameroon CM,canada CA,cape_verde CV,central_african_republic CF,
chad TD,chile CL,china CN,colombia CO,comoros KM,cook_islands CK,costa_rica CR,croatia HR,cuba CU,cyprus CY,
czech_republic CZ,democratic_republic_of_the_congo CD,denmark DK,djibouti DJ,dominica DM,dominican_republic DO,ecuador EC,
egypt EG,el_salvador SV,equatorial_guinea GQ,eritrea ER,estonia EE,ethiopia ET,fiji FJ,finland FI,france FR,
france_overseas FR,france_regions FR,french_polynesia PF,gabon GA,gambia GM,germany DE,ghana GH,greece GR,greenland GL,
grenada GD,guatemala GT,guinea GN,guyana GY,haiti HT,honduras HN,hungary HU,iceland IS,india IN,indonesia ID,iran IR,
israel IL,italy IT,italy_regions IT,ivory_coast CI,japan JP,jordan JO,kazakhstan KZ,kenya KE,korea KR,kuwait KW,
kyrgyzstan KG,laos LA,latvia LV,lebanon LB,lesotho LS,liberia LR,libya LY,liechtenstein LI,lithuania LT,luxembourg LU,
macedonia MK,madagascar MG,malawi MW,malaysia MY,maldives MV,mali ML,malta MT,marshall_islands MH,mauritania MR,
mauritius MU,mexico MX,moldova MD,mongolia MN,montenegro ME,montserrat MS,morocco MA,mozambique MZ,myanmar MM,namibia NA,
nauru NR,nepal NP,netherlands NL,new_caledonia NC,new_zealand NZ,nicaragua NI,niger NE,nigeria NG,
northern_mariana_islands MP,norway NO,oman OM,pakistan PK,palau PW,panama PA,papua_new_guinea PG,paraguay PY,peru PE,
philippines PH,philippines_regions PH,poland PL,portugal PT,qatar QA,republic_of_serbia RS,romania RO,russia RU,rwanda RW,
saint_lucia LC,saint_pierre_and_miquelon PM,saint_vincent_and_the_grenadines VC,samoa WS,san_marino SM,
sao_tome_and_principe ST,saudi_arabia SA,senegal SN,seychelles SC,sierra_leone SL,singapore SG,slovakia SK,slovenia SI,
solomon_islands SB,somalia SO,south_africa ZA,spain ES,sri_lanka LK,sudan SD,suriname SR,sweden SE,switzerland CH,syria SY,
taiwan TW,tajikistan TJ,tanzania TZ,thailand TH,the_bahamas BS,timorleste TL,togo TG,tonga TO,trinidad_and_tobago TT,
tunisia TN,turkey TR,turkey_regions TR,turkmenistan TM,turks_and_caicos_islands TC,uganda UG,uk GB,ukraine UA,
united_arab_emirates AE,united_states_minor_outlying_islands UM,united_states_virgin_islands VI,uruguay UY,usa US,
uzbekistan UZ,vanuatu VU,venezuela VE,vietnam VN,wallis_and_futuna WF,yemen YE,zambia ZM,zimbabwe ZW`;

/** Names that are more than their key with capitals. */
const labels: Readonly<Record<string, string>> = {
  france_overseas: 'France (with overseas)',
  france_regions: 'France (regions)',
  italy_regions: 'Italy (regions)',
  philippines_regions: 'Philippines (regions)',
  turkey_regions: 'Turkey (regions)',
  korea: 'South Korea',
  timorleste: 'Timor-Leste',
  uk: 'UK',
  usa: 'USA',
};

export interface MappedCountry {
  /** As forms name it, and the map of its parts. */
  readonly key: string;
  readonly label: string;
  readonly cca2: string;
}

export const mappedCountries: readonly MappedCountry[] = codes
  .split(',')
  .map((entry) => entry.trim().split(' '))
  .map(([key = '', cca2 = '']) => ({ key, cca2, label: labels[key] ?? labelOf(key) }));

function labelOf(key: string): string {
  const small = ['and', 'of', 'the'];
  return key
    .split('_')
    .map((word, index) => (index > 0 && small.includes(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');
}
