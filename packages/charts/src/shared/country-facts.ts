/**
 * COUNTRIES. What data call a country: ISO 3166-1 alpha-2, alpha-3 and numeric codes, the code of the International Olympic
 * Committee, and English names, the usual one first. Facts of ours; the shapes are in the map `world`.
 * (A `-` stands where there is no code; Kosovo's are those that everybody uses for it.)
 */
const rows = `
AD AND AND 020 Andorra
AE ARE UAE 784 United Arab Emirates;UAE;Emirates
AF AFG AFG 004 Afghanistan;Islamic Republic of Afghanistan
AG ATG ANT 028 Antigua and Barbuda
AI AIA - 660 Anguilla
AL ALB ALB 008 Albania
AM ARM ARM 051 Armenia
AO AGO ANG 024 Angola
AQ ATA - 010 Antarctica
AR ARG ARG 032 Argentina;Argentine Republic
AS ASM ASA 016 American Samoa
AT AUT AUT 040 Austria
AU AUS AUS 036 Australia;Commonwealth of Australia
AW ABW ARU 533 Aruba
AX ALA - 248 Åland;Åland Islands
AZ AZE AZE 031 Azerbaijan
BA BIH BIH 070 Bosnia and Herzegovina;Bosnia;Bosnia Herzegovina
BB BRB BAR 052 Barbados
BD BGD BAN 050 Bangladesh
BE BEL BEL 056 Belgium
BF BFA BUR 854 Burkina Faso
BG BGR BUL 100 Bulgaria
BH BHR BRN 048 Bahrain
BI BDI BDI 108 Burundi
BJ BEN BEN 204 Benin
BL BLM - 652 Saint Barthélemy;St Barthélemy
BM BMU BER 060 Bermuda
BN BRN BRU 096 Brunei;Brunei Darussalam
BO BOL BOL 068 Bolivia;Bolivia, Plurinational State of;Plurinational State of Bolivia;Bolivia (Plurinational State of)
BQ BES - 535 Caribbean Netherlands;Bonaire, Sint Eustatius and Saba;Bonaire
BR BRA BRA 076 Brazil;Federative Republic of Brazil
BS BHS BAH 044 Bahamas;The Bahamas
BT BTN BHU 064 Bhutan
BV BVT - 074 Bouvet Island
BW BWA BOT 072 Botswana
BY BLR BLR 112 Belarus
BZ BLZ BIZ 084 Belize
CA CAN CAN 124 Canada
CC CCK - 166 Cocos (Keeling) Islands;Cocos Islands;Keeling Islands
CD COD COD 180 DR Congo;Democratic Republic of the Congo;Congo, The Democratic Republic of the;Congo (Democratic Republic of the);Congo, Dem. Rep.;Dem. Rep. Congo;Congo-Kinshasa;Congo - Kinshasa;Zaire
CF CAF CAF 140 Central African Republic;Central African Rep.
CG COG CGO 178 Congo;Republic of the Congo;Congo, Rep.;Congo-Brazzaville;Congo - Brazzaville;Congo (Brazzaville)
CH CHE SUI 756 Switzerland;Swiss Confederation
CI CIV CIV 384 Côte d'Ivoire;Ivory Coast
CK COK COK 184 Cook Islands
CL CHL CHI 152 Chile
CM CMR CMR 120 Cameroon
CN CHN CHN 156 China;People's Republic of China;PR China;Mainland China
CO COL COL 170 Colombia
CR CRI CRC 188 Costa Rica
CU CUB CUB 192 Cuba
CV CPV CPV 132 Cabo Verde;Cape Verde
CW CUW - 531 Curaçao
CX CXR - 162 Christmas Island
CY CYP CYP 196 Cyprus
CZ CZE CZE 203 Czechia;Czech Republic
DE DEU GER 276 Germany;Federal Republic of Germany;Deutschland
DJ DJI DJI 262 Djibouti
DK DNK DEN 208 Denmark;Kingdom of Denmark
DM DMA DMA 212 Dominica
DO DOM DOM 214 Dominican Republic;Dominican Rep.
DZ DZA ALG 012 Algeria
EC ECU ECU 218 Ecuador
EE EST EST 233 Estonia
EG EGY EGY 818 Egypt;Egypt, Arab Rep.;Arab Republic of Egypt
EH ESH - 732 Western Sahara;W. Sahara
ER ERI ERI 232 Eritrea
ES ESP ESP 724 Spain;Kingdom of Spain
ET ETH ETH 231 Ethiopia
FI FIN FIN 246 Finland
FJ FJI FIJ 242 Fiji
FK FLK - 238 Falkland Islands;Falkland Islands (Malvinas);Malvinas
FM FSM FSM 583 Micronesia;Federated States of Micronesia;Micronesia, Federated States of;Micronesia, Fed. Sts.
FO FRO - 234 Faroe Islands;Faeroe Islands
FR FRA FRA 250 France;French Republic
GA GAB GAB 266 Gabon
GB GBR GBR 826 United Kingdom;UK;Great Britain;Britain;United Kingdom of Great Britain and Northern Ireland
GD GRD GRN 308 Grenada
GE GEO GEO 268 Georgia
GF GUF - 254 French Guiana
GG GGY - 831 Guernsey
GH GHA GHA 288 Ghana
GI GIB - 292 Gibraltar
GL GRL - 304 Greenland
GM GMB GAM 270 Gambia;The Gambia
GN GIN GUI 324 Guinea
GP GLP - 312 Guadeloupe
GQ GNQ GEQ 226 Equatorial Guinea;Eq. Guinea
GR GRC GRE 300 Greece;Hellenic Republic
GS SGS - 239 South Georgia and the South Sandwich Islands;South Georgia
GT GTM GUA 320 Guatemala
GU GUM GUM 316 Guam
GW GNB GBS 624 Guinea-Bissau
GY GUY GUY 328 Guyana
HK HKG HKG 344 Hong Kong;Hong Kong SAR;Hong Kong SAR, China;Hong Kong SAR China
HM HMD - 334 Heard Island and McDonald Islands
HN HND HON 340 Honduras
HR HRV CRO 191 Croatia
HT HTI HAI 332 Haiti
HU HUN HUN 348 Hungary
ID IDN INA 360 Indonesia
IE IRL IRL 372 Ireland;Republic of Ireland;Éire
IL ISR ISR 376 Israel
IM IMN - 833 Isle of Man
IN IND IND 356 India;Republic of India
IO IOT - 086 British Indian Ocean Territory
IQ IRQ IRQ 368 Iraq
IR IRN IRI 364 Iran;Iran, Islamic Republic of;Islamic Republic of Iran;Iran (Islamic Republic of);Iran, Islamic Rep.
IS ISL ISL 352 Iceland
IT ITA ITA 380 Italy;Italian Republic
JE JEY - 832 Jersey
JM JAM JAM 388 Jamaica
JO JOR JOR 400 Jordan
JP JPN JPN 392 Japan
KE KEN KEN 404 Kenya
KG KGZ KGZ 417 Kyrgyzstan;Kyrgyz Republic
KH KHM CAM 116 Cambodia
KI KIR KIR 296 Kiribati
KM COM COM 174 Comoros
KN KNA SKN 659 Saint Kitts and Nevis;St. Kitts and Nevis
KP PRK PRK 408 North Korea;Korea, Democratic People's Republic of;Democratic People's Republic of Korea;Korea (Democratic People's Republic of);Korea, Dem. People's Rep.;DPRK
KR KOR KOR 410 South Korea;Korea, Republic of;Republic of Korea;Korea (Republic of);Korea, Rep.;Korea
KW KWT KUW 414 Kuwait
KY CYM CAY 136 Cayman Islands
KZ KAZ KAZ 398 Kazakhstan
LA LAO LAO 418 Laos;Lao People's Democratic Republic;Lao PDR
LB LBN LBN 422 Lebanon
LC LCA LCA 662 Saint Lucia;St. Lucia
LI LIE LIE 438 Liechtenstein
LK LKA SRI 144 Sri Lanka
LR LBR LBR 430 Liberia
LS LSO LES 426 Lesotho
LT LTU LTU 440 Lithuania
LU LUX LUX 442 Luxembourg
LV LVA LAT 428 Latvia
LY LBY LBA 434 Libya
MA MAR MAR 504 Morocco
MC MCO MON 492 Monaco
MD MDA MDA 498 Moldova;Moldova, Republic of;Republic of Moldova
ME MNE MNE 499 Montenegro
MF MAF - 663 Saint Martin;St. Martin;Saint Martin (French part);St. Martin (French part)
MG MDG MAD 450 Madagascar
MH MHL MHL 584 Marshall Islands
MK MKD MKD 807 North Macedonia;Macedonia;Republic of North Macedonia;Macedonia, the former Yugoslav Republic of;FYROM
ML MLI MLI 466 Mali
MM MMR MYA 104 Myanmar;Burma;Myanmar (Burma)
MN MNG MGL 496 Mongolia
MO MAC - 446 Macau;Macao;Macao SAR;Macao SAR, China;Macao SAR China
MP MNP - 580 Northern Mariana Islands
MQ MTQ - 474 Martinique
MR MRT MTN 478 Mauritania
MS MSR - 500 Montserrat
MT MLT MLT 470 Malta
MU MUS MRI 480 Mauritius
MV MDV MDV 462 Maldives
MW MWI MAW 454 Malawi
MX MEX MEX 484 Mexico;United Mexican States
MY MYS MAS 458 Malaysia
MZ MOZ MOZ 508 Mozambique
NA NAM NAM 516 Namibia
NC NCL - 540 New Caledonia
NE NER NIG 562 Niger
NF NFK - 574 Norfolk Island
NG NGA NGR 566 Nigeria
NI NIC NCA 558 Nicaragua
NL NLD NED 528 Netherlands;The Netherlands;Holland;Kingdom of the Netherlands
NO NOR NOR 578 Norway
NP NPL NEP 524 Nepal
NR NRU NRU 520 Nauru
NU NIU - 570 Niue
NZ NZL NZL 554 New Zealand
OM OMN OMA 512 Oman
PA PAN PAN 591 Panama
PE PER PER 604 Peru
PF PYF - 258 French Polynesia
PG PNG PNG 598 Papua New Guinea
PH PHL PHI 608 Philippines;The Philippines
PK PAK PAK 586 Pakistan
PL POL POL 616 Poland
PM SPM - 666 Saint Pierre and Miquelon;St. Pierre and Miquelon
PN PCN - 612 Pitcairn Islands;Pitcairn
PR PRI PUR 630 Puerto Rico
PS PSE PLE 275 Palestine;Palestine, State of;State of Palestine;Palestinian Territory;Palestinian Territories;West Bank and Gaza
PT PRT POR 620 Portugal
PW PLW PLW 585 Palau
PY PRY PAR 600 Paraguay
QA QAT QAT 634 Qatar
RE REU - 638 Réunion
RO ROU ROU 642 Romania
RS SRB SRB 688 Serbia;Republic of Serbia
RU RUS RUS 643 Russia;Russian Federation
RW RWA RWA 646 Rwanda
SA SAU KSA 682 Saudi Arabia;Kingdom of Saudi Arabia
SB SLB SOL 090 Solomon Islands
SC SYC SEY 690 Seychelles
SD SDN SUD 729 Sudan
SE SWE SWE 752 Sweden
SG SGP SGP 702 Singapore
SH SHN - 654 Saint Helena;St. Helena;Saint Helena, Ascension and Tristan da Cunha
SI SVN SLO 705 Slovenia
SJ SJM - 744 Svalbard and Jan Mayen
SK SVK SVK 703 Slovakia;Slovak Republic
SL SLE SLE 694 Sierra Leone
SM SMR SMR 674 San Marino
SN SEN SEN 686 Senegal
SO SOM SOM 706 Somalia
SR SUR SUR 740 Suriname
SS SSD SSD 728 South Sudan;S. Sudan
ST STP STP 678 São Tomé and Príncipe
SV SLV ESA 222 El Salvador
SX SXM - 534 Sint Maarten;Sint Maarten (Dutch part)
SY SYR SYR 760 Syria;Syrian Arab Republic
SZ SWZ SWZ 748 Eswatini;Swaziland
TC TCA - 796 Turks and Caicos Islands
TD TCD CHA 148 Chad
TF ATF - 260 French Southern Territories;French Southern and Antarctic Lands
TG TGO TOG 768 Togo
TH THA THA 764 Thailand
TJ TJK TJK 762 Tajikistan
TK TKL - 772 Tokelau
TL TLS TLS 626 Timor-Leste;East Timor
TM TKM TKM 795 Turkmenistan
TN TUN TUN 788 Tunisia
TO TON TGA 776 Tonga
TR TUR TUR 792 Turkey;Türkiye;Turkiye
TT TTO TTO 780 Trinidad and Tobago
TV TUV TUV 798 Tuvalu
TW TWN TPE 158 Taiwan;Taiwan, Province of China;Chinese Taipei;Republic of China;Taiwan, China
TZ TZA TAN 834 Tanzania;Tanzania, United Republic of;United Republic of Tanzania
UA UKR UKR 804 Ukraine
UG UGA UGA 800 Uganda
UM UMI - 581 United States Minor Outlying Islands;U.S. Minor Outlying Islands
US USA USA 840 United States;United States of America;USA;US;U.S.;U.S.A.;America
UY URY URU 858 Uruguay
UZ UZB UZB 860 Uzbekistan
VA VAT - 336 Vatican City;Vatican;Holy See;Holy See (Vatican City State);Vatican City State
VC VCT VIN 670 Saint Vincent and the Grenadines;St. Vincent and the Grenadines
VE VEN VEN 862 Venezuela;Venezuela, Bolivarian Republic of;Bolivarian Republic of Venezuela;Venezuela (Bolivarian Republic of);Venezuela, RB
VG VGB IVB 092 British Virgin Islands;Virgin Islands, British;Virgin Islands (British)
VI VIR ISV 850 U.S. Virgin Islands;United States Virgin Islands;Virgin Islands, U.S.;Virgin Islands (U.S.)
VN VNM VIE 704 Vietnam;Viet Nam
VU VUT VAN 548 Vanuatu
WF WLF - 876 Wallis and Futuna
WS WSM SAM 882 Samoa
XK XKX KOS - Kosovo
YE YEM YEM 887 Yemen;Yemen, Rep.;Republic of Yemen
YT MYT - 175 Mayotte
ZA ZAF RSA 710 South Africa
ZM ZMB ZAM 894 Zambia
ZW ZWE ZIM 716 Zimbabwe
`;

export interface CountryFacts {
  readonly cca2: string;
  readonly cca3: string;
  readonly cioc: string;
  /** Three digits; empty where there is none. */
  readonly numeric: string;
  readonly name: string;
  readonly otherNames: readonly string[];
}

/** Every country and territory with a code of its own, by its alpha-2 code. */
export const countries: readonly CountryFacts[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [cca2 = '', cca3 = '', cioc = '', numeric = '', ...rest] = row.split(' ');
    const [name = '', ...otherNames] = rest.join(' ').split(';');
    return { cca2, cca3, cioc: cioc === '-' ? '' : cioc, numeric: numeric === '-' ? '' : numeric, name, otherNames };
  });
