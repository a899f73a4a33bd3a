/** The word families of Portuguese; english.logic.ts explains them. */
export const portuguese = `
  reembolso reembolsar estorno estornar devolver_dinheiro dinheiro_volta ressarcimento restituir
  devolver devolução retornar retorno mandar_volta enviar_volta
  trocar troca substituir substituição outro_novo
  cancelar cancelamento anular anulação rescindir rescisão encerrar desistir
  arrependimento desistência desistir livre_resolução arrepender
  fidelização fidelidade aviso_prévio permanência multa carência
  contrato contratar contratação aderir adesão
  entrega entregar envio enviar mandar despachar chegar frete expedir
  frete portes custo_envio transporte
  encomenda pacote envio entrega caixa
  transportadora entregador estafeta carteiro ctt
  pedido pedir encomenda encomendar compra comprar
  preço custo custar valor tarifa quanto_é quanto_fica
  taxa comissão custo encargo
  barato económico econômico desconto promoção oferta
  desconto cupom cupão código vale voucher promocional
  vale-presente cartão_presente cartão_oferta vale_presente cheque-prenda
  presente prenda oferecer aniversário natal
  fatura recibo nota_fiscal faturação faturamento conta comprovante comprovativo
  boleto fatura cobrança referência_multibanco
  cobrança cobrar débito debitar cobrado
  débito_automático débito_direto domiciliação iban
  parcela prestação parcelar parcelamento financiamento
  pagar pagamento paga quitar liquidar
  forma_pagamento método_pagamento pix multibanco paypal cartão mbway
  cartão crédito débito visa mastercard
  recusado recusar negado rejeitado falhou não_passa
  dívida atraso inadimplente devendo vencido
  banco iban conta_bancária agência balcão
  grátis gratuito sem_pagar sem_custo
  teste experimentar período_experimental experimentação demo
  plano assinatura subscrição mensalidade tarifário pacote
  assinar assinatura subscrever subscrição aderir
  sócio membro assinante associado
  aumentar ampliar melhorar superior
  diminuir reduzir baixar inferior
  aumento aumentar subir reajuste subida encarecer
  renovar renovação prorrogar renova
  anual ano anualmente anuidade
  mensal mês mensalmente mensalidade
  pausar pausa suspender suspensão congelar trancar interromper
  férias viagem viajar ausência
  estrangeiro exterior roaming internacional
  reservar reserva marcação marcar agendar agendamento
  consulta visita horário_marcado marcação agendamento
  adiar remarcar reagendar mudar_data desmarcar outro_dia
  entrar aceder acessar login logar iniciar_sessão acesso
  sair terminar_sessão logout desconectar
  senha palavra-passe password pin credenciais código
  esquecer esqueci esquecido lembrar
  verificação autenticação dois_fatores duas_etapas 2fa código sms
  conta perfil utilizador usuário
  registar registrar cadastro cadastrar criar_conta registo
  inscrever inscrição matricular matrícula registar cadastrar
  eliminar apagar excluir remover tirar encerrar_conta
  convidar convite adicionar colega
  adicionar acrescentar incluir juntar
  utilizador usuário membro pessoa
  família familiar agregado parente
  mulher esposa marido esposo namorado namorada cônjuge companheiro
  filho filha criança bebé bebê miúdo
  menor idade criança adolescente
  inquilino arrendatário locatário colega_casa
  proprietário dono senhorio locador
  titular titularidade dono nome
  funcionário colaborador trabalhador empregado
  patrão chefe empregador empresa
  administrador admin responsável gestor
  permissão autorização função acesso
  permitir autorizar deixar proibido
  email e-mail mail correio_eletrónico correio_eletrônico
  morada endereço rua residência onde
  alterar mudar editar atualizar corrigir modificar alteração
  corrigir erro errado incorreto engano
  descarregar baixar exportar download guardar salvar
  importar anexar upload enviar
  guardar salvar gravar
  dado informação pessoal
  privacidade proteção_dados rgpd lgpd confidencialidade
  offline sem_ligação sem_conexão desligado sem_internet
  internet wifi wi-fi fibra rede banda_larga ligação conexão
  router roteador modem wifi
  sinal cobertura rede receção
  lento lentidão velocidade devagar
  telemóvel celular telefone smartphone iphone android
  tablet ipad
  computador portátil notebook pc mac
  navegador browser chrome firefox safari
  site sítio página web portal
  aplicação aplicativo app programa
  aparelho dispositivo equipamento produto
  ecrã tela monitor visor
  instalar instalação montar montagem
  técnico instalador canalizador encanador eletricista
  reparar reparação consertar conserto arranjar arranjo assistência
  partido avariado avaria quebrado defeito defeituoso estragado danificado não_funciona pifou
  danificado riscado amassado rachado dano
  erro problema falha defeito bug
  travar bloquear crashar congelar fecha_sozinha encravar
  tela_preta ecrã_preto não_liga
  ligar acender ativar iniciar
  desligar apagar desativar
  ativar habilitar ativação
  bloquear bloqueado bloqueio congelar desativar
  desbloquear desbloqueio liberar
  ruído barulho som barulhento
  luz lâmpada piscar led
  luz eletricidade energia elétrico corrente fornecimento
  apagão sem_luz falta_luz corte interrupção
  gás aquecimento caldeira esquentador
  quente calor aquecimento aquecer
  frio gelado arrefecer esfriar
  contador medidor leitura relógio_luz
  consumo gasto consumir kwh uso
  solar painel fotovoltaico
  potência quilowatt kva kw
  água fuga vazamento inundação infiltração
  garantia garantir coberto
  reclamação queixa reclamar queixar insatisfeito
  seguro apólice segurar cobertura seguradora
  sinistro acidente participação dano
  indemnização indenização compensação indemnizar indenizar
  acidente colisão
  perder perdido extraviado desaparecido sumiu perda
  roubar roubo roubado furto ladrão furtado assalto
  faltar falta incompleto não_chegou não_veio
  emparelhar parear ligar conectar sincronizar
  repor restaurar redefinir resetar reset
  reiniciar desligar_ligar reinício
  atualização atualizar versão firmware
  bateria pilha carregar carregador
  carregamento recarga recarregar carregar saldo
  compatível compatibilidade funciona_com
  mudança mudar_casa mudar mudar_morada casa_nova mudar_endereço
  casa apartamento habitação moradia andar
  portabilidade manter_número levar_número número
  operadora fornecedor empresa companhia
  transferência transferir enviar_dinheiro pix
  rastrear rastreamento rastreio seguir onde_está acompanhar localizar estado
  horário abrir aberto fechado funcionamento abertura fechar
  loja estabelecimento agência filial balcão
  contacto contato contactar contatar falar ligar
  ajuda apoio suporte atendimento
  telefone ligar chamada telefonar telefonema
  responder resposta retorno
  chat mensagem whatsapp escrever
  prazo data_limite vencimento quanto_tempo
  demorar tempo durar demora quanto_demora
  duração durar quanto_dura
  atraso atrasado tarde demora atrasar
  rápido urgente urgência logo expresso imediato
  certificado diploma comprovativo certidão
  curso aula lição formação
  exame prova teste avaliação
  passar nota aprovado reprovar chumbar
  professor docente formador instrutor tutor
  aluno estudante universitário formando
  ginásio academia treino musculação
  treinar treino aula sessão
  treinador instrutor personal
  médico doutor dentista
  dor doer dói lesão
  doente doença atestado lesionado
  orçamento cotação estimativa
  imposto iva taxa icms
  empresa negócio companhia empresarial
  nif contribuinte cpf cnpj
  deficiente deficiência cadeira_rodas acessibilidade
  reformado aposentado idoso sénior pensionista
  voo avião aeroporto voar
  bagagem mala mochila
  bilhete passagem ingresso ticket
  lugar assento poltrona
  passageiro viajante
  carro automóvel veículo viatura
  bicicleta bike
  alugar aluguer aluguel arrendar locação
  caução depósito sinal adiantamento
  hotel alojamento hospedagem quarto
  pequeno-almoço café_manhã refeição
  estacionar estacionamento parque
  animal cão cachorro gato
  comboio trem autocarro ônibus transporte
  documento identidade passaporte cartão_cidadão bilhete_identidade
  caducar vencer expirar validade vencido
  empréstimo crédito financiamento hipoteca
  numerário caixa levantar sacar saque levantamento
  dinheiro saldo fundos grana
  fraude burla golpe phishing suspeito
  hackear invadir acesso_autorizado invadido
  juro taxa_juro rendimento
  salário ordenado
  limite máximo teto plafond
  mínimo menos pelo_menos
  configuração definição configurar opção preferência ajuste
  notificação aviso alerta avisar lembrete
  idioma língua traduzir tradução
  foto imagem fotografia
  ficheiro arquivo documento anexo
  tamanho medida dimensão grande pequeno
  cor cores tonalidade
  alfândega aduana alfandegário
  vizinho porteiro
  assinar assinatura rubrica
  caixa_correio carta correio
  fim_semana sábado domingo feriado
  feriado festivo natal
  manhã tarde noite
  usado velho segunda_mão
  reciclar descartar deitar_fora jogar_fora
  esgotado stock estoque disponível disponibilidade
  levantar recolha retirar recolher buscar
  duplo duplicado duas_vezes repetido
  anterior antigo velho
  publicidade newsletter spam promocional
  avaliação opinião comentário
  ver assistir streaming reproduzir
  legenda áudio dobragem dublagem
  emprego vaga trabalho
  resgatar usar_código utilizar_código aplicar_código
  pontos fidelidade recompensa
  indicar recomendar amigo
  falecimento morte óbito falecer faleceu morrer
  herança herdeiro herdar
  divórcio separação separar
  apelido sobrenome nome casamento
`;
